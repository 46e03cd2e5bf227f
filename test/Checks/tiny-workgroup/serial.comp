// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// One invocation of the dispatch does all there is to do.
#version 450
// expected-no-diagnostics
layout(local_size_x = 1) in;

layout(std430, binding = 0) readonly buffer Counts { uint n; uint counts[]; };
layout(std430, binding = 1) writeonly buffer Starts { uint starts[]; };

void main() {
  if (gl_GlobalInvocationID.x > 0u)
    return;
  uint sum = 0u;
  for (uint i = 0u; i < n; ++i) {
    starts[i] = sum;
    sum += counts[i];
  }
}
