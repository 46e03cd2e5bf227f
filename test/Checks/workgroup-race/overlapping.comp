// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %s

// Neighbours meet at the borders of what they store to; not every workgroup stores to one place.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 2) buffer Dst { uint dst[]; };
layout(std430, binding = 3) buffer Last { uint last[]; };
void main() {
  uint l = gl_LocalInvocationIndex;
  for (uint k = 0u; k < 2u; ++k)
    // expected-remark@+1 {{byte 256 of 'dst', which invocation 0 of the workgroup next to it in x stores to}}
    dst[(gl_WorkGroupID.x + k) * 64u + l] = l + k;
  // expected-warning@+1 {{invocation 0 of every workgroup stores to byte 0 of 'last'}}
  last[l] = gl_WorkGroupID.x;
}
