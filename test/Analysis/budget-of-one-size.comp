// What is found for one subgroup size stays where the walk for another one runs out
// of its budget on the way there; what the other has come to, it can deny.
//
// RUN: %wglint-opt --print=synchronization --target=generic --target-env=vulkan --lane-budget=4000000 %s | FileCheck %s
// RUN: %wglint-opt --print=synchronization --target=generic --target-env=vulkan --lane-budget=4000000 -DEARLY %s | FileCheck %s --check-prefix=EARLY
//
// CHECK: partial
// CHECK: race on shared 'tile' byte {{.*}}: store by {{.*}}, load by
// EARLY: partial
// EARLY-NOT: race

#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[64];

void main() {
  uint i = gl_LocalInvocationIndex, hash = i;
  // Only the walk for the smallest subgroups takes this.
  if (gl_SubgroupSize < 32u)
    for (uint k = 0u; k < 100000u; ++k)
      hash = hash * 1664525u + 1013904223u;
#ifdef EARLY
  data[i] = hash;
#else
  tile[i] = hash;
  data[i] = tile[i ^ 63u];
#endif
}
