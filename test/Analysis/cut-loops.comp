// A race in the second iteration of a loop whose inner loops use up the walk of the smaller
// subgroups, which so has seen both accesses but not all that they do: the race stays.
//
// RUN: %wglint-opt --target=generic --target-env=vulkan --print=synchronization %s | FileCheck %s
// CHECK: partial
// CHECK: race on shared 'tile'

#version 450
#extension GL_KHR_shader_subgroup_basic : enable
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[1024];
void main() {
  uint l = gl_LocalInvocationIndex;
  uint sum = 0u;
  for (uint k = 0u; k < 2u; ++k) {
    tile[k == 0u ? l : (l + 64u) & 255u] = k;
    sum += tile[l];
    for (uint q = 0u; q < 1024u / gl_SubgroupSize; ++q)
      for (uint z = 0u; z < 1024u / gl_SubgroupSize; ++z) {
        data[l + q * 256u] = z;
        sum = sum * 3u + 1u;
      }
  }
  data[gl_GlobalInvocationID.x] = sum;
}
