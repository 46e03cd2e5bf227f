// RUN: %wglint --verify --remarks --checks=tiny-workgroup,partial-subgroup-workgroup %s

// expected-no-diagnostics
// One invocation is enough to set the size of the next dispatch.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Counter { uint count; };
layout(std430, binding = 1) buffer Dispatch { uvec3 groups; };
void main() {
  groups = uvec3((count + 63u) / 64u, 1u, 1u);
  count = 0u;
}
