// Subgroup built-ins and operations follow from the lane, at each size that a device runs.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck --check-prefixes=CHECK,SIZE32 %s
// RUN: %wglint-opt --print=accesses --target=amd-cdna %s | FileCheck --check-prefix=SIZE64 %s
// RUN: %wglint-opt --print=accesses --target=mali-valhall %s | FileCheck --check-prefix=SIZE16 %s

#version 450
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_shuffle_relative : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_vote : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float direct[]; };
layout(std430, binding = 1) buffer B { float perSubgroup[]; };
layout(std430, binding = 2) buffer C { float swapped[]; };
layout(std430, binding = 3) buffer D { float broadcast[]; };
layout(std430, binding = 4) buffer E { float scanned[]; };
layout(std430, binding = 5) buffer F { float compacted[]; };
layout(std430, binding = 6) buffer G { float elected[]; };
layout(std430, binding = 7) buffer H { float reduced[]; };
layout(std430, binding = 8) buffer I { float fromLane[]; };

void main() {
  uint i = gl_LocalInvocationID.x;
  uint lane = gl_SubgroupInvocationID;

  direct[gl_SubgroupID * gl_SubgroupSize + lane] = 0.0;
  // CHECK-LABEL: store global 'direct'
  // SIZE32: nvidia-hopper/32: per request 4, ideal 4
  // SIZE32-NEXT: workgroup: requests 2, sectors 8, ideal 8
  // SIZE64-LABEL: store global 'direct'
  // SIZE64: amd-cdna/64: per request 4, ideal 4
  // SIZE64-NEXT: workgroup: requests 1, sectors 4, ideal 4
  // SIZE16-LABEL: store global 'direct'
  // SIZE16: mali-valhall/16: per request 1, ideal 1
  // SIZE16-NEXT: workgroup: requests 4, sectors 4, ideal 4

  perSubgroup[gl_SubgroupID] = 0.0;
  // CHECK-LABEL: store global 'perSubgroup'
  // CHECK: one address for a subgroup
  // CHECK: per request 1, ideal 1
  // SIZE32-NEXT: workgroup: requests 2, sectors 2, ideal 2
  // SIZE64-LABEL: store global 'perSubgroup'
  // SIZE64: workgroup: requests 1, sectors 1, ideal 1
  // SIZE16-LABEL: store global 'perSubgroup'
  // SIZE16: workgroup: requests 4, sectors 4, ideal 4

  swapped[subgroupShuffleXor(i, 3u)] = 0.0;
  // CHECK-LABEL: store global 'swapped'
  // CHECK: per request 4, ideal 4

  broadcast[subgroupBroadcastFirst(i) + lane] = 0.0;
  // CHECK-LABEL: store global 'broadcast'
  // CHECK: lane stride: 4 bytes
  // CHECK-NEXT: per request 4, ideal 4

  // Exclusive sums of 2: twice the lane.
  scanned[subgroupExclusiveAdd(2u)] = 0.0;
  // CHECK-LABEL: store global 'scanned'
  // CHECK: lane stride: 8 bytes
  // CHECK-NEXT: per request 8, ideal 4

  // The odd lanes, closed up: half a subgroup side by side.
  if ((i & 1u) == 1u)
    compacted[subgroupExclusiveAdd(1u)] = 0.0;
  // CHECK-LABEL: store global 'compacted'
  // CHECK: per request 2, ideal 2

  if (subgroupElect())
    elected[i] = 0.0;
  // CHECK-LABEL: store global 'elected'
  // CHECK: per request 1, ideal 1
  // SIZE32-NEXT: workgroup: requests 2, sectors 2, ideal 2

  // The largest lane of a subgroup is its last: elements 31 and 63.
  reduced[subgroupMax(i) + lane] = 0.0;
  // CHECK-LABEL: store global 'reduced'
  // CHECK: lane stride: 4 bytes
  // CHECK-NEXT: per request 5, ideal 4

  fromLane[subgroupShuffle(4u * i, lane / 2u)] = 0.0;
  // CHECK-LABEL: store global 'fromLane'
  // CHECK: per request 8, ideal 2
}
