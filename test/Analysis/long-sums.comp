// A search for the sum of all parts before one's own, each of which is loaded until it is
// ready. What is summed up has as many unknowns as the walk makes iterations, and the walk
// of no subgroup size comes to its end; yet what that of 16 lanes comes to tells that the
// elements of the tile are apart in the subgroups that are meant.
//
// RUN: %wglint-opt --target=generic --target-env=vulkan --print=synchronization %s | FileCheck %s
// RUN: %wglint-opt --target=nvidia-hopper --target-env=vulkan --print=synchronization %s | FileCheck --check-prefix=OTHER %s

// CHECK: partial
// CHECK-NOT: race on shared 'tile'
// OTHER: race on shared 'tile' byte 64: store by (16,0,0), store by (0,0,0)
#version 450
#extension GL_KHR_shader_subgroup_basic : enable
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) buffer Sums { volatile uint sums[]; };
shared uint tile[768];
shared uint part;
void main() {
  if (gl_LocalInvocationID.x == 0)
    part = atomicAdd(sums[0], 1u);
  barrier();
  uint own = part;
  for (uint i = gl_SubgroupInvocationID + gl_SubgroupID * 48u, k = 0u; k < 3u; i += 16u, ++k)
    tile[i] = data[own * 768u + i];
  barrier();
  uint sum = 0u;
  if (own > 0u && gl_LocalInvocationID.x < 16u)
    for (int k = int(own); k > 0;) {
      uint flag = sums[k - 1];
      if ((flag & 3u) == 2u) {
        sum += flag >> 2;
        if (gl_SubgroupInvocationID == 0u) {
          part = sum;
          atomicAdd(sums[own], 1u | (sum << 2));
        }
        break;
      }
      if ((flag & 3u) == 1u) {
        sum += flag >> 2;
        k--;
      }
    }
  barrier();
  data[gl_GlobalInvocationID.x] = sum + part + tile[767u - gl_LocalInvocationIndex];
}
