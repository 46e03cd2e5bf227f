// Calls: several returns, parameters that are written, one fact for each chain of calls.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { float returned[]; };
layout(std430, binding = 1) buffer B { float viaOut[]; };
layout(std430, binding = 2) buffer C { float viaInout[]; };
layout(std430, binding = 3) buffer D { float inner[]; };
layout(std430, binding = 4) buffer E { float early[]; };

uint pick(uint v) {
  if (v < 16u)
    return v;
  if (v < 24u)
    return 2u * v;
  return 0u;
}

void move(uint v, out uint x, inout uint y) {
  x = v + 1u;
  y += v;
}

void put(uint at) { inner[at] = 0.0; }

void leave(uint at) {
  if (at >= 8u)
    return;
  early[at] = 0.0;
}

void main() {
  uint i = gl_LocalInvocationID.x;
  // 64 bytes from 0 on, 60 from 128 on (every second element), and element 0 again:
  // 24 distinct elements.
  returned[pick(i)] = 0.0;
  // CHECK-LABEL: store global 'returned'
  // CHECK-SAME: exact
  // CHECK: per request 4, ideal 3

  uint x, y = 8u;
  move(i, x, y);
  viaOut[x] = 0.0;
  // CHECK-LABEL: store global 'viaOut'
  // CHECK: per request 5, ideal 4
  viaInout[y] = 0.0;
  // CHECK-LABEL: store global 'viaInout'
  // CHECK: per request 4, ideal 4

  // The accesses of called functions come behind main's.
  put(i);
  put(4u * i);
  // CHECK-LABEL: store global 'inner'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4, ideal 4
  // CHECK-LABEL: store global 'inner'
  // CHECK-NEXT: lane stride: 16 bytes
  // CHECK-NEXT: per request 16, ideal 4

  leave(i);
  // CHECK-LABEL: store global 'early'
  // CHECK: workgroup: requests 1, sectors 1, ideal 1
}
