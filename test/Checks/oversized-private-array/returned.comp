// RUN: %wglint --verify --remarks --checks=oversized-private-array %s

// An array that a function returns is one with those that it is stored to: their length is one.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uvec4 data[]; };
uniform uint width;

uvec4[144] block(uint i) {
  uvec4 texels[144];
  for (uint k = 0u; k < width; k++)
    // expected-warning@+3 {{private array 'texels' takes 2304 bytes in every invocation}}
    // expected-note@+2 {{counted for NVIDIA Ampere}}
    // expected-note@+1 {{lies in scratch memory}}
    texels[k] = data[i] >> k;
  return texels;
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-note@+1 {{likewise: 'decoded' here}}
  uvec4[144] decoded = block(i);
  for (uint k = 0u; k < width; k++)
    data[i * width + k] = decoded[k];
}
