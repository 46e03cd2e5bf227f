// What wglint-opt prints of barriers that a bound keeps invocations away from.
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --print=synchronization %t/power.comp | FileCheck %s --check-prefix=POWER
// RUN: %wglint-opt --print=synchronization %t/any.comp | FileCheck %s --check-prefix=ANY
// RUN: %wglint-opt --print=synchronization -D'END=n - n % 64u' %t/rounded.comp | FileCheck %s --check-prefix=ROUNDED
// RUN: %wglint-opt --print=synchronization -D'END=n - (n & 127u)' %t/rounded.comp | FileCheck %s --check-prefix=ROUNDED
// RUN: %wglint-opt --print=synchronization -D'END=n + (64u - n % 64u) % 64u' %t/rounded.comp | FileCheck %s --check-prefix=ROUNDED
// RUN: %wglint-opt --print=synchronization -D'END=n - n % 192u' %t/rounded.comp | FileCheck %s --check-prefix=ROUNDED
// RUN: %wglint-opt --print=synchronization -D'END=n - n % 32u' %t/rounded.comp | FileCheck %s --check-prefix=EDGE
// RUN: %wglint-opt --print=synchronization -D'END=n + n % 64u' %t/rounded.comp | FileCheck %s --check-prefix=EDGE
// RUN: %wglint-opt --print=synchronization -D'END=2u * n - n % 64u' %t/rounded.comp | FileCheck %s --check-prefix=EDGE
// RUN: %wglint-opt --print=synchronization -D'END=n * SIZE' %t/rounded.comp | FileCheck %s --check-prefix=EDGE

// POWER: barrier 1: divergent below a power of two: the bound (1 << size), a power of two, is less than the 64 that a workgroup covers
// ANY: barrier 1: divergent at an edge: {{.*}}size
// ROUNDED: barrier 1
// ROUNDED-NOT: divergent
// EDGE: barrier 1: divergent at an edge

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

//--- rounded.comp
// Rounded down or up to whole workgroups, or to something else. A default of 64 that the
// host replaces rounds to nothing.
#version 450
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint SIZE = 64u;
layout(push_constant) uniform Params { uint n; };
layout(std430, binding = 0) buffer Values { uint values[]; };
shared uint tile[64];
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= END)
    return;
  tile[gl_LocalInvocationID.x] = values[i];
  barrier();
  values[i] = tile[63u - gl_LocalInvocationID.x];
}
