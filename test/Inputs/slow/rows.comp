// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each invocation multiplies its own row of a matrix with a vector.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Weights { float weights[]; };
layout(std430, binding = 1) readonly buffer X { float x[]; };
layout(std430, binding = 2) writeonly buffer Y { float y[]; };
uniform uint rows, columns;

void main() {
  uint row = gl_GlobalInvocationID.x;
  if (row >= rows)
    return;
  float sum = 0.0;
  for (uint k = 0u; k < columns; ++k)
    sum += weights[row * columns + k] * x[k];
  y[row] = sum;
}
