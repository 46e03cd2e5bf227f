// Neighbours in a subgroup, ordered by the subgroup's own barrier.
// sizes: 64 256
#version 450
#extension GL_KHR_shader_subgroup_basic : enable
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  subgroupMemoryBarrierShared();
  subgroupBarrier(); // twin: drop
  dst[g] = s[l ^ 1u];
}
