// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// expected-no-diagnostics
// Data picks an element, but none of those in front.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint keys[]; };
layout(std430, binding = 1) buffer State { uint state[]; };
layout(std430, binding = 2) buffer Dst { uint dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  uint count = state[1];
  dst[g] = atomicCompSwap(state[8u + (keys[g] & 255u)], 0u, count) + state[264];
}
