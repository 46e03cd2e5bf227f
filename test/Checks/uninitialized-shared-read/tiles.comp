// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %s

#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Sizes { uint tiles; };
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[129];
void main() {
  uint l = gl_LocalInvocationID.x;
  float sum = 0.0;
  for (uint tile = 0u; tile < tiles; ++tile) {
    for (uint i = 0u; i < 2u; ++i)
      s[i * 64u + l] = src[tile * 128u + i * 64u + l];
    barrier();
    // expected-warning@+2 {{invocation 63 loads byte 512 of 's', which nothing has stored to}}
    // expected-note@+1 {{store to it first}}
    sum += s[2u * l + 2u] - s[2u * l];
    barrier();
  }
  dst[gl_GlobalInvocationID.x] = sum;
}
