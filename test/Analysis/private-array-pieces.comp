// What lanes read of different elements of a private array is put together
// from those elements, lane by lane.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Data { uint data[]; };
layout(std430, binding = 1) buffer A { float ofPairs[]; };
layout(std430, binding = 2) buffer B { float ofHalf[]; };
layout(std430, binding = 3) buffer C { float ofData[]; };
layout(std430, binding = 4) buffer D { float ofSame[]; };
uniform uint n;

struct Pair {
  uint low;
  uint high;
};

void main() {
  uint i = gl_LocalInvocationID.x;

  // Structures: each member for itself, with its unknowns.
  Pair pairs[16];
  pairs[i & 15u].low = 2u * i;
  pairs[i & 15u].high = 3u * i + n;
  Pair mine = pairs[i & 15u];
  ofPairs[mine.low + mine.high] = 0.0;
  // CHECK-LABEL: store global 'ofPairs'
  // CHECK-NEXT: lane stride: 20 bytes
  // CHECK-NEXT: per request 20..21, ideal 4

  // Lanes that are not there read nothing.
  uint eighths[4];
  for (uint e = 0u; e < 4u; ++e)
    eighths[e] = 8u * e;
  if (i < 16u)
    ofHalf[eighths[i >> 2]] = 0.0;
  // CHECK-LABEL: store global 'ofHalf'
  // CHECK: per request 4, ideal 1

  // One unknown element makes the lanes unknown that read it.
  uint mixed[2];
  mixed[0] = i;
  mixed[1] = data[i];
  ofData[mixed[i & 1u]] = 0.0;
  // CHECK-LABEL: store global 'ofData'
  // CHECK-SAME: unknown (data-dependent: loaded from 'data')

  // Elements that are the same in all lanes may as well be one.
  uint same[2] = uint[2](n, n);
  ofSame[same[i & 1u] + i] = 0.0;
  // CHECK-LABEL: store global 'ofSame'
  // CHECK-NEXT: lane stride: 4 bytes
}
