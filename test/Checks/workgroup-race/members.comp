// RUN: %wglint --verify --remarks --checks=workgroup-race %s

// Four workgroups of one invocation: a fifth would be past the end of each array, where the next
// one begins.
// expected-no-diagnostics
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data {
  uint sums[4];
  uint offsets[8];
  uint marks[8];
};
void main() {
  uint w = gl_WorkGroupID.x;
  sums[w] = offsets[2u * w] + offsets[2u * w + 1u];
  memoryBarrier();
  offsets[2u * w] += sums[w];
  offsets[2u * w + 1u] += sums[w];
  memoryBarrier();
  marks[2u * w] = offsets[2u * w];
  marks[2u * w + 1u] = offsets[2u * w + 1u];
}
