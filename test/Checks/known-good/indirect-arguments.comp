// RUN: %wglint --verify %s
// expected-no-diagnostics
#version 450
// Housekeeping: one invocation prepares the next dispatch.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Counter { uint count; };
layout(std430, binding = 1) writeonly buffer Arguments { uvec3 groups; };
void main() {
  groups = uvec3((count + 255u) / 256u, 1u, 1u);
  count = 0u;
}
