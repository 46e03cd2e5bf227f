// What wglint-opt prints of barriers that a bound keeps invocations away from.
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --print=synchronization %t/power.comp | FileCheck %s --check-prefix=POWER
// RUN: %wglint-opt --print=synchronization %t/any.comp | FileCheck %s --check-prefix=ANY

// POWER: barrier 1: divergent below a power of two: the bound (1 << size), a power of two, is less than the 64 that a workgroup covers
// ANY: barrier 1: divergent at an edge: {{.*}}size

//--- power.comp
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Params { uint size; };
layout(std430, binding = 0) buffer Values { uint values[]; };
shared uint tile[64];
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= 1u << size)
    return;
  tile[gl_LocalInvocationID.x] = values[i];
  barrier();
  values[i] = tile[63u - gl_LocalInvocationID.x];
}

//--- any.comp
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Params { uint size; };
layout(std430, binding = 0) buffer Values { uint values[]; };
shared uint tile[64];
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= size)
    return;
  tile[gl_LocalInvocationID.x] = values[i];
  barrier();
  values[i] = tile[63u - gl_LocalInvocationID.x];
}
