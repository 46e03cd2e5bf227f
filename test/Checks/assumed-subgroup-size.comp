// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=assumed-subgroup-size %t/example.comp
// RUN: %wglint --verify --remarks --checks=assumed-subgroup-size %t/index.comp %t/last-lane.comp %t/near-miss.comp \
// RUN:   %t/bits.comp %t/fixed.comp %t/suppressed.comp
// RUN: %wglint --verify --remarks --checks=assumed-subgroup-size --target=nvidia-hopper %t/hopper.comp

//--- example.comp
// [example]
#version 450
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };

void main() {
  float sum = data[gl_GlobalInvocationID.x];
  for (uint d = 16u; d > 0u; d /= 2u)
    // expected-remark@+2 {{shuffles over distances up to 16 combine 32 lanes, and a subgroup of AMD RDNA 2 may have 64}}
    // expected-note@+1 {{start at gl_SubgroupSize / 2, or use subgroupAdd()}}
    sum += subgroupShuffleDown(sum, d);
  data[gl_GlobalInvocationID.x] = sum;
}
// [/example]

//--- index.comp
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float partial[4];
void main() {
  float sum = subgroupAdd(data[gl_GlobalInvocationID.x]);
  // expected-remark@+2 {{this takes the local index modulo 32 for the lane, and a subgroup of AMD RDNA 2 may have 64}}
  // expected-note@+1 {{gl_SubgroupInvocationID is the lane}}
  uint lane = gl_LocalInvocationIndex & 31u;
  // expected-remark@+2 {{this takes the local index divided by 32 for the number of the subgroup}}
  // expected-note@+1 {{gl_SubgroupID is its number}}
  uint subgroup = gl_LocalInvocationIndex >> 5;
  if (lane == 0u)
    partial[subgroup] = sum;
  barrier();
  data[gl_GlobalInvocationID.x] = partial[0] + partial[1] + partial[2] + partial[3];
}

//--- last-lane.comp
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  float sum = subgroupInclusiveAdd(data[gl_GlobalInvocationID.x]);
  // expected-remark@+2 {{this takes lane 31 for the last one}}
  // expected-note@+1 {{gl_SubgroupSize - 1 is the last lane}}
  if (gl_SubgroupInvocationID == 31u)
    data[gl_GlobalInvocationID.x / 32u] = sum;
}

//--- hopper.comp
// expected-no-diagnostics
// All subgroups of the target have 32 lanes.
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  float sum = data[gl_GlobalInvocationID.x];
  sum += subgroupShuffleXor(sum, 16u);
  data[gl_GlobalInvocationID.x] = sum;
}

//--- near-miss.comp
// expected-no-diagnostics
// Neighbours exist in subgroups of all sizes.
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  float sum = data[gl_GlobalInvocationID.x];
  sum += subgroupShuffleXor(sum, 1u);
  data[gl_GlobalInvocationID.x] = sum;
}

//--- bits.comp
// expected-no-diagnostics
// A word has 32 bits, whatever a subgroup has.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint mask[4];
void main() {
  uint l = gl_LocalInvocationIndex;
  if (l < 4u)
    mask[l] = 0u;
  barrier();
  if (data[gl_GlobalInvocationID.x] > 7u)
    atomicOr(mask[l >> 5], 1u << (l & 31u));
  barrier();
  data[gl_GlobalInvocationID.x] = mask[l >> 5];
}

//--- fixed.comp
// expected-no-diagnostics
#version 450
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  float sum = data[gl_GlobalInvocationID.x];
  for (uint d = gl_SubgroupSize / 2u; d > 0u; d /= 2u)
    sum += subgroupShuffleDown(sum, d);
  data[gl_GlobalInvocationID.x] = sum;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  float sum = data[gl_GlobalInvocationID.x];
  sum += subgroupShuffleXor(sum, 16u); // NOLINT(assumed-subgroup-size)
  data[gl_GlobalInvocationID.x] = sum;
}
