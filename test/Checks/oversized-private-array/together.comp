// RUN: %wglint --verify --remarks --checks=oversized-private-array %s

// Arrays of one length are one finding, at the largest; one of another length is one of its own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint red[256], later[257];
  uvec2 green[256];
  for (uint k = 0u; k < 256u; k++) {
    // expected-note@+1 {{likewise: 'red' here}}
    red[k] = 0u;
    // expected-warning@+3 {{private array 'green' takes 2048 bytes in every invocation}}
    // expected-note@+2 {{counted for NVIDIA Ampere}}
    // expected-note@+1 {{lies in scratch memory}}
    green[k] = uvec2(0u);
  }
  for (uint k = 0u; k < 16u; k++) {
    red[data[i * 16u + k] & 255u]++;
    green[data[i * 16u + k] >> 8 & 255u].x++;
  }
  for (uint k = 0u; k < 256u; k++)
    // expected-warning@+3 {{private array 'later' takes 1028 bytes in every invocation}}
    // expected-note@+2 {{counted for NVIDIA Ampere}}
    // expected-note@+1 {{lies in scratch memory}}
    later[k] = red[k] ^ green[k].x;
  data[i] = later[data[i] & 255u];
}
