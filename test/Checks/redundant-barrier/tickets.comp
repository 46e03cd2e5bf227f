// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// expected-no-diagnostics
// The numbers that come before the barrier are the smaller ones.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { uint dst[]; };
layout(std430, binding = 1) buffer Count { uint count; };
void main() {
  uint first = atomicAdd(count, 1u);
  barrier();
  atomicAdd(count, 1u);
  dst[gl_GlobalInvocationID.x] = first;
}
