// What lanes of a subgroup pass to each other can make one value in all of them, or in groups of
// them: who stores it, stores the same.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=data-race,same-value-race --target-env=vulkan %t/butterflies.comp \
// RUN:   %t/clusters.comp %t/last-lane.comp %t/wide.comp %t/capped.comp
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=data-race,same-value-race --target-env=vulkan %t/others.comp

// After each step pairs of lanes have one value: `a + b` is `b + a`, `a - b` is not `b - a`.
//--- butterflies.comp
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float sums[4], wide[2], most[4], differences[4], shifted[2];
shared vec2 both[4];
void main() {
  uint lane = gl_LocalInvocationID.x;
  float own = data[gl_GlobalInvocationID.x];
  float sum = own, top = own, difference = own, later = own;
  vec2 two = vec2(own, 2.0 * own);
  for (uint distance = 4u; distance > 0u; distance >>= 1) {
    sum += subgroupShuffleXor(sum, distance);
    top = max(subgroupShuffleXor(top, distance), top);
    difference -= subgroupShuffleXor(difference, distance);
    two += subgroupShuffleXor(two, distance);
    later += subgroupShuffleDown(later, distance);
  }
  // expected-remark@+1 {{invocation 0 and invocation 1 store the same value to byte 0 of 'sums'}}
  sums[lane / 8u] = sum * 0.5;
  // expected-remark@+1 {{invocation 0 and invocation 1 store the same value to byte 0 of 'most'}}
  most[lane / 8u] = top;
  // expected-remark@+1 {{invocation 0 and invocation 1 store the same value to byte 0 of 'both'}}
  both[lane / 8u] = two;
  // expected-warning@+1 {{data race: invocation 8 stores to byte 0 of 'wide', which invocation 7 stores to}}
  wide[lane / 16u] = sum;
  // expected-warning@+1 {{data race: invocation 1 stores to byte 0 of 'differences', which invocation 0 stores to}}
  differences[lane / 8u] = difference;
  // expected-warning@+1 {{data race: invocation 1 stores to byte 4 of 'shifted', which invocation 0 stores to}}
  shifted[1] = later;
  barrier();
  data[gl_GlobalInvocationID.x] = sums[lane / 8u] + wide[0] + most[0] + differences[0] + shifted[1] + both[0].y;
}

//--- clusters.comp
#version 450
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float sums[4], wide[2];
void main() {
  uint lane = gl_LocalInvocationID.x;
  float sum = subgroupClusteredAdd(data[gl_GlobalInvocationID.x], 8);
  // expected-remark@+1 {{invocation 0 and invocation 1 store the same value to byte 0 of 'sums'}}
  sums[lane / 8u] = sum;
  // expected-warning@+1 {{data race: invocation 8 stores to byte 0 of 'wide', which invocation 7 stores to}}
  wide[lane / 16u] = sum;
  barrier();
  data[gl_GlobalInvocationID.x] = sums[lane / 8u] + wide[0];
}

// What a shuffle reads is another lane's: that two lanes have one value says nothing of it.
//--- others.comp
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float sums[16], kept[64];
void main() {
  uint lane = gl_LocalInvocationID.x;
  float pair = data[lane / 2u];
  // expected-warning@+1 {{data race: invocation 1 stores to byte 0 of 'sums', which invocation 0 stores to}}
  sums[lane / 2u] = subgroupShuffleUp(pair, 1u);
  barrier();
  // Loaded before and behind the lane's own store.
  kept[lane] = data[lane + 32u];
  float before = subgroupShuffleXor(kept[lane], 1u);
  kept[lane] = data[lane + 64u];
  float behind = kept[lane];
  // expected-warning@+1 {{data race: invocation 1 stores to byte 128 of 'kept', which invocation 0 stores to}}
  kept[32u + lane / 2u] = (lane & 1u) == 0u ? before : behind;
  barrier();
  data[gl_GlobalInvocationID.x] = sums[lane / 2u] + kept[32];
}

// Who reads lane 31 means subgroups that have it; lane 15 is the last one of small subgroups only.
//--- last-lane.comp
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint all;
void main() {
  uint lane = gl_LocalInvocationID.x;
  if (lane < 32u) {
    uint before = subgroupInclusiveAdd(data[gl_GlobalInvocationID.x]);
    // expected-remark@+1 {{invocation 0 and invocation 1 store the same value to byte 0 of 'all'}}
    all = subgroupShuffle(before, 31u);
  }
  barrier();
  data[gl_GlobalInvocationID.x] += all;
}

// A step over 32 lanes means subgroups of 64: in smaller ones GLSL says nothing of what it reads.
//--- wide.comp
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float sums[4];
void main() {
  float sum = data[gl_GlobalInvocationID.x];
  for (uint step = 1u; step < 64u; step *= 2u)
    sum += subgroupShuffleXor(sum, step);
  // expected-remark@+1 {{invocation 0 and invocation 1 store the same value to byte 0 of 'sums'}}
  sums[gl_SubgroupID] = sum;
  barrier();
  data[gl_GlobalInvocationID.x] = sums[0] + sums[1] + sums[2] + sums[3];
}

// A condition on one value comes out alike: both sides are the same for both. One on each lane's own
// value does not.
//--- capped.comp
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 96) in;
layout(std430, binding = 0) readonly buffer Costs { int costs[]; };
layout(std430, binding = 1) writeonly buffer Totals { int totals[]; };
layout(std430, binding = 2) writeonly buffer Scores { int scores[]; };
int sumOfPlanes(int value) {
  uint first = gl_SubgroupInvocationID / 2u * 2u;
  return subgroupShuffle(value, first) + subgroupShuffle(value, first + 1u);
}
void main() {
  int own = costs[gl_GlobalInvocationID.x];
  int total = sumOfPlanes(own), score = sumOfPlanes(3 * own);
  int capped = score, mixed = score;
  if (total > 1000)
    capped = 77;
  if (own > 1000)
    mixed = 77;
  // expected-remark@+1 {{invocation 0 and invocation 1 store the same value to byte 0 + 192 * gl_WorkGroupID.x of 'totals'}}
  totals[gl_GlobalInvocationID.x / 2u] = capped;
  // expected-warning@+1 {{data race: invocation 1 stores to byte 0 + 192 * gl_WorkGroupID.x of 'scores', which invocation 0 stores to}}
  scores[gl_GlobalInvocationID.x / 2u] = mixed;
}
