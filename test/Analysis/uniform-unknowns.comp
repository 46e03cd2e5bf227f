// Unknown uniforms times known lanes: the lanes' distances are terms, the numbers per
// request follow as far as the residues of the unknown do.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --assume=n=1024 %s | FileCheck --check-prefix=GIVEN %s

#version 450
layout(local_size_x = 8, local_size_y = 4) in;
layout(std430, binding = 0) buffer A { float apart[]; };
layout(std430, binding = 1) buffer B { float tile[]; };
layout(std430, binding = 2) buffer C { float moved[]; };
layout(std430, binding = 3) buffer D { float movedBySectors[]; };
layout(std430, binding = 4) buffer E { vec4 movedVectors[]; };
layout(std430, binding = 5) buffer F { float same[]; };
layout(std430, binding = 6) buffer G { float opposite[]; };
layout(std430, binding = 7) buffer H { uint starts[80]; float rows[]; } table;
layout(std430, binding = 8) buffer I { float bare[]; };
uniform uint n, m;

void main() {
  uint lane = gl_LocalInvocationIndex;
  uvec2 p = gl_GlobalInvocationID.xy;

  // 4 n bytes from lane to lane: 32 sectors once that is at least a sector.
  apart[lane * n] = 0.0;
  // CHECK-LABEL: store global 'apart'
  // CHECK-SAME: assumed
  // CHECK-NEXT: lane stride: 4 * n bytes
  // CHECK-NEXT: per request 32, ideal 4
  // CHECK-NEXT: workgroup: requests 1, sectors 32, ideal 4
  // CHECK-NEXT: assumed: n >= 8
  // GIVEN-LABEL: store global 'apart'
  // GIVEN-NEXT: lane stride: 4096 bytes
  // GIVEN-NEXT: per request 32, ideal 4

  // Four rows of 32 bytes, each at any multiple of 4: one or two sectors each. Rows start
  // at least 32 + 28 bytes apart from n = 15 on.
  tile[p.y * n + p.x] = 0.0;
  // CHECK-LABEL: store global 'tile'
  // CHECK-SAME: bounded
  // CHECK: per request 4..8, ideal 4
  // CHECK-NEXT: workgroup: requests 1, sectors 4..8, ideal 4
  // CHECK-NEXT: assumed: n >= 15
  // GIVEN-LABEL: store global 'tile'
  // GIVEN: per request 4, ideal 4

  // 128 bytes at a multiple of 4.
  moved[lane + n] = 0.0;
  // CHECK-LABEL: store global 'moved'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4..5, ideal 4
  // CHECK-NOT: assumed
  // GIVEN-LABEL: store global 'moved'
  // GIVEN: per request 4, ideal 4

  // At a multiple of 32.
  movedBySectors[lane + 8u * n] = 0.0;
  // CHECK-LABEL: store global 'movedBySectors'
  // CHECK-SAME: exact
  // CHECK: per request 4, ideal 4

  // 512 bytes at a multiple of 16.
  movedVectors[lane + n] = vec4(0.0);
  // CHECK-LABEL: store global 'movedVectors' 16 bytes
  // CHECK: per request 16..17, ideal 16

  same[n * m] = 0.0;
  // CHECK-LABEL: store global 'same'
  // CHECK-NEXT: lane stride: none, one address for a subgroup
  // CHECK-NEXT: per request 1, ideal 1

  // The unknowns cancel.
  opposite[(lane + n) * 2u - 2u * n] = 0.0;
  // CHECK-LABEL: store global 'opposite'
  // CHECK-SAME: exact
  // CHECK-NEXT: lane stride: 8 bytes
  // CHECK-NEXT: per request 8, ideal 4

  // Lengths are named as they are written.
  same[lane * table.rows.length() + bare.length()] = 0.0;
  // CHECK-LABEL: store global 'same'
  // CHECK-NEXT: lane stride: 4 * table.rows.length() bytes

  // Of a sum of many unknowns what the lanes add is known.
  uint base = 0u;
  for (uint k = 0u; k < 80u; ++k)
    base += table.starts[k] * 8u;
  opposite[base + lane * 32u] = 0.0;
  // CHECK-LABEL: load global 'table.starts'
  // CHECK: store global 'opposite' 4 bytes: exact
  // CHECK-NEXT: lane stride: 128 bytes
}
