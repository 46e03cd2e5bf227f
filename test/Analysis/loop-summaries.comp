// Loops whose trip is not known: numbers per request hold for every iteration, totals
// are unknown.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --assume=n=70 %s | FileCheck --check-prefix=GIVEN %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { float rows[]; };
layout(std430, binding = 1) buffer B { float shifted[]; };
layout(std430, binding = 2) buffer C { float gridStride[]; };
layout(std430, binding = 3) buffer D { float doubled[]; };
layout(std430, binding = 4) buffer E { float halved[]; };
layout(std430, binding = 5) buffer F { float squared[]; };
layout(std430, binding = 6) buffer G { float behind[]; };
uniform uint n;

void main() {
  uint i = gl_LocalInvocationID.x;

  // 128 bytes further each time.
  for (uint k = 0u; k < n; ++k)
    rows[i + 32u * k] = 0.0;
  // CHECK-LABEL: store global 'rows'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4, ideal 4
  // CHECK-NEXT: workgroup: requests unknown, sectors unknown, ideal unknown
  // GIVEN-LABEL: store global 'rows'
  // GIVEN: workgroup: requests 70, sectors 280, ideal 280

  // 4 bytes further each time; 70 iterations have 9 that are aligned.
  for (uint k = 0u; k < n; ++k)
    shifted[i + k] = 0.0;
  // CHECK-LABEL: store global 'shifted'
  // CHECK: per request 4..5, ideal 4
  // GIVEN-LABEL: store global 'shifted'
  // GIVEN: workgroup: requests 70, sectors 341, ideal 280

  // Starts with the lane: all lanes of a subgroup go round equally often, but for the last
  // time. 70 elements are two full requests and one of 6 lanes.
  for (uint k = i; k < n; k += 32u)
    gridStride[k] = 0.0;
  // CHECK-LABEL: store global 'gridStride'
  // CHECK: per request 4, ideal 4
  // CHECK: assumed: no subgroup straddles the bound n
  // GIVEN-LABEL: store global 'gridStride'
  // GIVEN: workgroup: requests 3, sectors 9, ideal 9

  // Multiplicative: d = 2^k. With n = 70: strides of 4, 8, 16, 32, 64, 128 and 256 bytes.
  for (uint d = 1u; d < n; d *= 2u)
    doubled[i * d] = 0.0;
  // CHECK-LABEL: store global 'doubled'
  // CHECK: workgroup: requests unknown
  // GIVEN-LABEL: store global 'doubled'
  // GIVEN: workgroup: requests 7, sectors 156, ideal 28

  // d = 70, 35, 17, 8, 4, 2, 1: offsets of 280, 140, 68, 32, 16, 8 and 4 bytes, of which
  // only 32 is a multiple of a sector.
  for (uint d = n; d > 0u; d >>= 1)
    halved[i + d] = 0.0;
  // CHECK-LABEL: store global 'halved'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4..5, ideal 4
  // CHECK-NEXT: workgroup: requests unknown
  // GIVEN-LABEL: store global 'halved'
  // GIVEN: workgroup: requests 7, sectors 34, ideal 28

  // No closed form, but one value for all lanes: 2, 4, 16 and (256 >= 70).
  for (uint d = 2u; d < n; d *= d)
    squared[i + d] = 0.0;
  // CHECK-LABEL: store global 'squared'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4..5, ideal 4
  // GIVEN-LABEL: store global 'squared'
  // GIVEN: workgroup: requests 3, sectors 14, ideal 12

  // Behind the loop: 8 elements for each iteration is a whole sector.
  uint at = i;
  for (uint k = 0u; k < n; ++k)
    at += 8u;
  behind[at] = 0.0;
  // CHECK-LABEL: store global 'behind'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4, ideal 4
  // CHECK-NEXT: workgroup: requests 1, sectors 4, ideal 4
}
