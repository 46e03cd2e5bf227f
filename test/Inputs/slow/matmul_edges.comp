// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes that the host chooses, with guarded edges.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint rows, inner, columns;

void main() {
  uint row = gl_GlobalInvocationID.y;
  uint column = gl_GlobalInvocationID.x;
  if (row >= rows || column >= columns)
    return;

  float sum = 0.0;
  for (uint k = 0u; k < inner; k++) {
    sum += a[row * inner + k] * b[k * columns + column];
  }
  c[row * columns + column] = sum;
}
