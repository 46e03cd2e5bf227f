// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes run along the columns of the result.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
const uint N = 2048u;

void main() {
  uint row = gl_GlobalInvocationID.y, column = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < N; ++k)
    sum += a[row * N + k] * b[k * N + column];
  c[row * N + column] = sum;
}
