// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/one.comp %t/several.comp
// RUN: not %wglint --dispatch=8,1,1 --remarks --checks=strided-global-access %t/one.comp | FileCheck %s
// CHECK: one.comp:16:{{.*}}: warning: load from 'from'

//--- one.comp
// Each of several workgroups would store to the same elements.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer From { float from[]; };
layout(std430, binding = 1) writeonly buffer To { float to[]; };
uniform uint start;
shared uint part;
void main() {
  uint l = gl_LocalInvocationIndex;
  if (l == 0u)
    part = gl_WorkGroupID.x * 32u;
  barrier();
  float sum = float(part);
  for (uint k = 0u; k < 8u; ++k)
    // expected-remark@+1 {{load from 'from' touches 32 sectors per request where 4 would do}}
    sum += from[start + l * 8u + k];
  to[l] = sum;
}

//--- several.comp
// Each counts.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer From { float from[]; };
layout(std430, binding = 1) buffer Count { uint count; };
uniform uint start;
void main() {
  uint l = gl_LocalInvocationIndex;
  float sum = float(gl_WorkGroupID.x);
  for (uint k = 0u; k < 8u; ++k)
    // expected-warning@+1 {{load from 'from' touches 32 sectors per request where 4 would do}}
    sum += from[start + l * 8u + k];
  if (sum > 0.0)
    atomicAdd(count, 1u);
}
