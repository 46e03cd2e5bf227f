// Ways of writing a kernel: what is compared, repeated, divided and parted.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --print=idioms %t/loops.comp | FileCheck %t/loops.comp
// RUN: %wglint-opt --print=idioms %t/subgroups.comp | FileCheck %t/subgroups.comp
// RUN: %wglint-opt --print=idioms %t/asks.comp | FileCheck %t/asks.comp
// RUN: %wglint-opt --print=idioms --dispatch=3,2 %t/bounds.comp | FileCheck %t/bounds.comp
// RUN: %wglint-opt --print=idioms %t/branches.comp | FileCheck %t/branches.comp

//--- loops.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer A { float fixedInLoop[]; };
layout(std430, binding = 1) readonly buffer B { float fixedInInner[]; };
layout(std430, binding = 2) readonly buffer C { float followsInner[]; };
layout(std430, binding = 3) readonly buffer D { float followsData[]; };
layout(std430, binding = 4) buffer E { float stored[]; };
layout(std430, binding = 5) readonly buffer F { uint indices[]; };
uniform uint n;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // CHECK-NOT: repeated load of 'stored'
  // CHECK-NOT: repeated load of 'follows
  // CHECK: repeated load of 'fixedInLoop', hindered by a store
  // CHECK-NOT: repeated load of 'follows
  // CHECK: repeated load of 'fixedInInner', hindered by a store
  // CHECK-NOT: repeated load of 'follows
  for (uint k = 0u; k < 4u; ++k)
    stored[i * 4u + k] = fixedInLoop[i] + stored[i];
  for (uint j = 0u; j < n; ++j)
    for (uint k = 0u; k < 4u; ++k)
      stored[i * 4u + k] = fixedInInner[i + j] + followsInner[j + k] + followsData[indices[k]];
}

//--- subgroups.comp
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer A { uint a[]; };
void main() {
  uint l = gl_LocalInvocationIndex;
  // CHECK: means subgroups of 64: shuffle
  uint v = subgroupShuffleXor(a[l], 32u) + subgroupShuffleXor(a[l], 4u);
  // CHECK-NEXT: means subgroups of 32: quotient
  // CHECK-NEXT: means subgroups of 64: remainder
  a[l / 32u] = l & 63u;
  // A word's bits of a global index, and other sizes, are no subgroups.
  a[gl_GlobalInvocationID.x >> 5] = l % 48u;
  // CHECK-NEXT: means subgroups of 32: last lane
  if (gl_SubgroupInvocationID == 31u)
    a[l] = v;
  // CHECK-NEXT: stored to 'a'
}

//--- asks.comp
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer A { uint a[]; };
void main() {
  uint l = gl_LocalInvocationIndex;
  // CHECK-NOT: means subgroups
  a[l / 32u] = subgroupShuffleXor(a[l], 16u) + gl_SubgroupSize;
}

//--- bounds.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer A { uint a[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  // CHECK: dispatch covers 24 of 30, 8 by a workgroup
  if (p.x >= 30u)
    return;
  // CHECK-NEXT: dispatch covers 16 of 17, 8 by a workgroup
  if (p.y <= 16u)
    a[p.y * 32u + p.x] = p.x % 7u;
  // A local id is no bound of the dispatch.
  if (gl_LocalInvocationID.x < 9u)
    a[p.x] = 3u;
  // CHECK-NEXT: stored to 'a': 0 to 6
  // CHECK-NEXT: stored to 'a': 3 to 3
}

//--- branches.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint l = gl_LocalInvocationIndex;
  for (int k = 0; k < 3; ++k) {
    // CHECK: branch parts 2 of 2 subgroups: 3 and 2 operations
    if ((l & 1u) == 0u)
      a[l] = a[l] * 2.0;
    else {
      a[l] = sin(0.5);
      if (k == 1)
        break;
    }
    a[l] = exp(a[l]) + log(a[l]) + cos(a[l]);
  }
  // Whole subgroups, and data: nothing that is known to part lanes.
  if (l < 32u)
    a[l] = 1.0;
  else
    a[l] = sin(2.0);
  // CHECK-NOT: branch parts
  if (a[l] > 0.0)
    a[l] = 1.0;
  else
    a[l] = sin(2.0);
}
