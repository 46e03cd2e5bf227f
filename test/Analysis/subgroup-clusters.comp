// Operations over clusters, quads and ballots of known values are computed lane
// by lane.
//
// RUN: %wglint-opt --print=lanes --target-env=vulkan %s | FileCheck %s
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { uint a[]; };

void main() {
  uint l = gl_LocalInvocationID.x;
  // Sums of four neighbours: 0+1+2+3, 4+5+6+7, ...
  // CHECK: mask 0xffffffff: 24 24 24 24 88 88 88 88 152
  a[subgroupClusteredAdd(l, 4u)] = 0u;
  // CHECK: mask 0xffffffff: 4 0 12 8 20 16
  a[subgroupQuadSwapHorizontal(l)] = 0u;
  // CHECK: mask 0xffffffff: 8 12 0 4 24 28 16 20
  a[subgroupQuadSwapVertical(l)] = 0u;
  // CHECK: mask 0xffffffff: 12 8 4 0 28 24 20 16
  a[subgroupQuadSwapDiagonal(l)] = 0u;
  // CHECK: mask 0xffffffff: 4 4 4 4 20 20 20 20 36
  a[subgroupQuadBroadcast(l, 1u)] = 0u;
  uvec4 odd = subgroupBallot((l & 1u) != 0u);
  // CHECK: mask 0xffffffff: 64 64 64
  a[subgroupBallotBitCount(odd)] = 0u;
  // The place of each lane among those that voted: a compaction.
  // CHECK: mask 0xffffffff: 0 0 4 4 8 8 12 12
  a[subgroupBallotExclusiveBitCount(odd)] = 0u;
  // CHECK: mask 0xffffffff: 0 4 4 8 8 12 12 16
  a[subgroupBallotInclusiveBitCount(odd)] = 0u;
  // Data decide the votes, and lanes that take no part have none.
  // CHECK: store global 'a' 4 bytes: unknown
  a[subgroupBallotExclusiveBitCount(subgroupBallot(a[l] > 3u))] = 0u;
  // CHECK: mask 0xf: 0 4 8 12 -
  if (l < 4u)
    a[subgroupBallotExclusiveBitCount(subgroupBallot(true))] = 0u;
}
