// Loops whose trips are known are executed, lane by lane.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { float plain[]; };
layout(std430, binding = 1) buffer B { float broken[]; };
layout(std430, binding = 2) buffer C { float continued[]; };
layout(std430, binding = 3) buffer D { float triangle[]; };
layout(std430, binding = 4) buffer E { float strided[]; };
layout(std430, binding = 5) buffer F { float laneBreak[]; };
layout(std430, binding = 6) buffer G { float doubled[]; };
layout(std430, binding = 7) buffer H { float halved[]; };
layout(std430, binding = 8) buffer I { float nested[]; };
layout(std430, binding = 9) buffer J { float after[]; };

void main() {
  uint i = gl_LocalInvocationID.x;

  for (uint k = 0u; k < 4u; ++k)
    plain[i + 32u * k] = 0.0;
  // CHECK-LABEL: store global 'plain'
  // CHECK-SAME: exact
  // CHECK: workgroup: requests 4, sectors 16, ideal 16

  for (uint k = 0u; k < 8u; ++k) {
    if (k == 3u)
      break;
    broken[i + 32u * k] = 0.0;
  }
  // CHECK-LABEL: store global 'broken'
  // CHECK: workgroup: requests 3, sectors 12, ideal 12

  for (uint k = 0u; k < 8u; ++k) {
    if ((k & 1u) == 0u)
      continue;
    continued[i + 32u * k] = 0.0;
  }
  // CHECK-LABEL: store global 'continued'
  // CHECK: workgroup: requests 4, sectors 16, ideal 16

  // Iteration k has lanes k + 1 to 31: 4 - floor((k + 1) / 8) sectors, in sum
  // 7 * 4 + 8 * 3 + 8 * 2 + 8 * 1.
  for (uint k = 0u; k < i; ++k)
    triangle[i + 32u * k] = 0.0;
  // CHECK-LABEL: store global 'triangle'
  // CHECK-SAME: exact
  // CHECK: per request 1..4, ideal 1..4
  // CHECK-NEXT: workgroup: requests 31, sectors 76, ideal 76

  // Three full iterations and elements 96 to 99.
  for (uint k = i; k < 100u; k += 32u)
    strided[k] = 0.0;
  // CHECK-LABEL: store global 'strided'
  // CHECK: per request 1..4, ideal 1..4
  // CHECK-NEXT: workgroup: requests 4, sectors 13, ideal 13

  // Lane i leaves after i mod 4 iterations: 24, 16 and 8 lanes, over 128 bytes each time.
  for (uint k = 0u; k < 4u; ++k) {
    if (k == (i & 3u))
      break;
    laneBreak[i + 32u * k] = 0.0;
  }
  // CHECK-LABEL: store global 'laneBreak'
  // CHECK: per request 4, ideal 1..3
  // CHECK-NEXT: workgroup: requests 3, sectors 12, ideal 6

  // Strides of 4, 8, 16, 32 and 64 bytes: 4 + 8 + 16 + 32 + 32 sectors.
  for (uint d = 1u; d < 32u; d *= 2u)
    doubled[i * d] = 0.0;
  // CHECK-LABEL: store global 'doubled'
  // CHECK-NOT: lane stride
  // CHECK: per request 4..32, ideal 4
  // CHECK-NEXT: workgroup: requests 5, sectors 92, ideal 20

  // 16, 8, 4, 2 and 1 lanes.
  for (uint d = 16u; d > 0u; d >>= 1)
    if (i < d)
      halved[i] = 0.0;
  // CHECK-LABEL: store global 'halved'
  // CHECK: workgroup: requests 5, sectors 6, ideal 6

  // The inner loop has 1, 2 and 3 iterations; offsets of the row by 4 k bytes. k = 0 is
  // aligned, everything else is not: (4) + (4 + 5) + (4 + 5 + 5).
  for (uint r = 0u; r < 3u; ++r) {
    uint k = 0u;
    do {
      nested[i + k] = 0.0;
    } while (++k <= r);
  }
  // CHECK-LABEL: store global 'nested'
  // CHECK: workgroup: requests 6, sectors 27, ideal 24

  // What a loop leaves behind: lane i has i.
  uint count = 0u;
  while (count < i)
    ++count;
  after[count] = 0.0;
  // CHECK-LABEL: store global 'after'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4, ideal 4
}
