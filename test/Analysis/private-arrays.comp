// Arrays of an invocation, and by what they are indexed.
//
// RUN: %wglint-opt --print=declarations --target=nvidia-hopper %s | FileCheck %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck --check-prefix=VALUES %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { uint data[]; };
layout(std430, binding = 1) buffer B { float out1[]; };
layout(std430, binding = 2) buffer C { float out2[]; };
uniform uint n;
const uint table[4] = uint[4](0u, 8u, 16u, 24u);

void main() {
  uint i = gl_LocalInvocationID.x;
  uint byConstant[4];
  uint byUniform[8];
  uint byLane[16];
  uint byData[32];
  byConstant[1] = i;
  byUniform[n & 7u] = i;
  byLane[i & 15u] = 2u * i;
  byData[data[i] & 31u] = i;
  // CHECK-DAG: private array 'byConstant'[4]: 16 bytes, 4 elements, constant index
  // CHECK-DAG: private array 'byUniform'[8]: 32 bytes, 8 elements, uniform index
  // CHECK-DAG: private array 'byLane'[16]: 64 bytes, 16 elements, divergent index
  // CHECK-DAG: private array 'byData'[32]: 128 bytes, 32 elements, unknown index
  // CHECK-DAG: 16 bytes, 4 elements, divergent index, constant table

  // What was stored comes back, lane by lane.
  out1[byLane[i & 15u] + byConstant[1]] = 0.0;
  // VALUES-LABEL: store global 'out1'
  // VALUES-NEXT: lane stride: 12 bytes
  // VALUES-NEXT: per request 12, ideal 4

  // 0, 8, 16, 24 elements and 4 lanes at each: four sectors, 16 bytes of them.
  out2[table[i & 3u]] = float(byUniform[0] + byData[0]);
  // VALUES-LABEL: store global 'out2'
  // VALUES-SAME: exact
  // VALUES: per request 4, ideal 1
}
