// RUN: %wglint --verify --verify-ignore=note --checks=workgroup-race %s

// Behind more work than there is time for.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Counter { uint count; };
layout(std430, binding = 2) buffer Dst { uint dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x, sum = 0u;
  if (g == 0u)
    count = 0u; // expected-warning {{data race between workgroups}}
  barrier();
  for (uint k = 0u; k < 1000u; ++k)
    for (uint i = 0u; i < 1000u; ++i)
      sum ^= src[g + i * k] * i + k;
  dst[g] = sum;
  atomicAdd(count, 1u);
}
