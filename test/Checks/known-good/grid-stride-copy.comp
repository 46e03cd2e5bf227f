// RUN: %wglint --verify %s
// expected-no-diagnostics
#version 450
// Each invocation takes every n-th element.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { vec4 src[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 dst[]; };
uniform uint count;
void main() {
  uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += step)
    dst[i] = src[i];
}
