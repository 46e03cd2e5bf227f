// Partial sums by subgroup operations, combined by the first subgroup.
// sizes: 128 256
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : enable
#define SIZE 128
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float partial[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float v = subgroupAdd(src[g]);
  if (l < 64u)
    partial[l] = 0.0;
  barrier(); // twin: drop
  if (l % 16u == 0u)
    partial[l / 16u] = v; // twin: l / 16u -> l / 32u
  barrier(); // twin: drop
  if (l == 0u) {
    float sum = 0.0;
    for (uint i = 0u; i < SIZE / 16u; ++i)
      sum += partial[i];
    dst[gl_WorkGroupID.x] = sum;
  }
}
