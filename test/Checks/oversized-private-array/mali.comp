// RUN: %wglint --verify --remarks --checks=oversized-private-array --target=mali-valhall %s

// 64 registers of 4 bytes.
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float a[65];
  for (uint k = 0u; k < 65u; k++)
    // expected-remark@+3 {{private array 'a' takes 260 bytes in every invocation, more than the 256 bytes of its registers, and its index is constant}}
    // expected-note@+2 {{counted for Arm Mali Valhall (16 lanes)}}
    // expected-note@+1 {{scratch memory}}
    a[k] = float(k);
  float b[64];
  for (uint k = 0u; k < 64u; k++)
    b[k] = float(k);
  data[i] = a[1] + b[2];
}
