// Bounds of a dispatch that are not known, and division by what is not known: the interior
// is counted, and that is stated.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --assume=n=1000 --dispatch=16,1,1 %s | FileCheck --check-prefix=GIVEN %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float guarded[]; };
layout(std430, binding = 1) buffer B { float edge[]; };
layout(std430, binding = 2) buffer C { float quotient[]; };
layout(std430, binding = 3) buffer D { float remainder[]; };
layout(std430, binding = 4) buffer E { float rows[]; };
layout(std430, binding = 5) buffer F { float clamped[]; };
layout(std430, binding = 6) buffer G { float equal[]; };
layout(std430, binding = 7) buffer H { float unequal[]; };
layout(std430, binding = 8) buffer I { float even[]; };
layout(std430, binding = 9) buffer J { float row[]; };
uniform uint n, width, pitch;

void main() {
  uint i = gl_GlobalInvocationID.x;

  // 31 full requests and one of 8 lanes.
  if (i < n)
    guarded[i] = 0.0;
  // CHECK-LABEL: store global 'guarded'
  // CHECK-SAME: assumed
  // CHECK: per request 4, ideal 4
  // CHECK: assumed: no subgroup straddles the bound n
  // GIVEN-LABEL: store global 'guarded'
  // GIVEN: per request 1..4, ideal 1..4
  // GIVEN: dispatch: requests 32, sectors 125, ideal 125

  if (i >= n)
    return;
  edge[i] = 0.0;
  // CHECK-LABEL: store global 'edge'
  // CHECK: per request 4, ideal 4
  // CHECK: assumed: no subgroup straddles the bound n
  // GIVEN-LABEL: store global 'edge'
  // GIVEN: dispatch: requests 32, sectors 125, ideal 125

  quotient[i / width] = 0.0;
  // CHECK-LABEL: store global 'quotient'
  // CHECK: per request 1, ideal 1
  // CHECK: assumed: no subgroup straddles a multiple of width

  remainder[i % width] = 0.0;
  // CHECK-LABEL: store global 'remainder'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4..5, ideal 4
  // CHECK: assumed: no subgroup straddles a multiple of width

  rows[i / width * pitch + i % width] = 0.0;
  // CHECK-LABEL: store global 'rows'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4..5, ideal 4

  clamped[min(i, width - 1u)] = 0.0;
  // CHECK-LABEL: store global 'clamped'
  // CHECK: per request 4, ideal 4
  // CHECK: assumed: no subgroup reaches the bound

  // One lane of a subgroup at most is equal to a number, and the others are not.
  if (i == width)
    equal[i] = 0.0;
  // CHECK-LABEL: store global 'equal'
  // CHECK: per request 1..4, ideal 1..4
  // CHECK-NOT: value width
  else
    unequal[i] = 0.0;
  // CHECK-LABEL: store global 'unequal'
  // CHECK: per request 4, ideal 4
  // CHECK: assumed: no invocation of a subgroup meets the value width

  // Every second lane is, whatever pitch is: nothing is assumed of the subgroup.
  if ((pitch + i) % 2u == 0u)
    even[i] = 0.0;
  // CHECK-LABEL: store global 'even'
  // CHECK: per request 1..4, ideal 1..4
  // CHECK-NOT: value 0
  // CHECK-NOT: bound 0

  // Rows of lanes are, or none of them.
  if (gl_LocalInvocationID.x / 32u == width)
    row[i] = 0.0;
  // CHECK-LABEL: store global 'row'
  // CHECK: per request 4, ideal 4
}
