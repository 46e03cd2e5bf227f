// Two dimensions: a request of 8x4 invocations is four rows of 32 bytes.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --dispatch=3,2,1 %s | FileCheck %s

#version 450
layout(local_size_x = 8, local_size_y = 4) in;
layout(std430, binding = 0) buffer A { float pitch20[]; };
layout(std430, binding = 1) buffer B { float halo[]; };

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;

  // Rows are 80 bytes apart: of four, two are aligned and two lie over two sectors, in
  // every workgroup.
  pitch20[p.y * 20u + p.x] = 0.0;
  // CHECK-LABEL: store global 'pitch20'
  // CHECK: per request 6, ideal 4
  // CHECK: dispatch: requests 6, sectors 36, ideal 24

  // One row up and one to the left, in rows of 24 elements (96 bytes). Workgroups with
  // x > 0 have two sectors for each distinct row, those with x = 0 one (element 0 twice).
  // y = 0 has rows 0, 0, 1 and 2: three distinct ones; y = 1 has rows 3 to 6.
  // Distinct elements: 7 and 8 for each row: ceil(21 / 8) + 2 * 3 + ceil(28 / 8) + 2 * 4.
  ivec2 q = max(ivec2(p) - 1, ivec2(0));
  halo[q.y * 24 + q.x] = 0.0;
  // CHECK-LABEL: store global 'halo'
  // CHECK: per request 3..8, ideal 3..4
  // CHECK: dispatch: requests 6, sectors 35, ideal 21
}
