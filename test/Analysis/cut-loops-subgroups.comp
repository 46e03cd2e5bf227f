// The same where subgroups say which elements there are: those of 16 lanes, whose walk does not come
// to its end, have them for themselves.
//
// RUN: %wglint-opt --target=generic --target-env=vulkan --print=synchronization %s | FileCheck %s
// CHECK: partial
// CHECK-NOT: race

#version 450
#extension GL_KHR_shader_subgroup_basic : enable
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[1024];
void main() {
  uint l = gl_LocalInvocationIndex;
  uint sum = 0u;
  for (uint k = 0u; k < 3u; ++k) {
    tile[48u * gl_SubgroupID + gl_SubgroupInvocationID + 16u * k] = l;
    for (uint q = 0u; q < 1024u / gl_SubgroupSize; ++q)
      for (uint z = 0u; z < 1024u / gl_SubgroupSize; ++z) {
        data[l + q * 256u] = z;
        sum = sum * 3u + 1u;
      }
  }
  data[gl_GlobalInvocationID.x] = sum;
}
