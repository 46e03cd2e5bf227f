// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450
layout(local_size_x = TILE, local_size_y = TILE) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
const uint N = 2048u;
shared float tileA[TILE][TILE], tileB[TILE][TILE];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uint row = gl_GlobalInvocationID.y, column = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint t = 0u; t < N; t += TILE) {
    tileA[l.y][l.x] = a[row * N + t + l.x];
    tileB[l.y][l.x] = b[(t + l.y) * N + column];
    barrier();
    for (uint k = 0u; k < TILE; ++k)
      sum += tileA[l.y][k] * tileB[k][l.x];
    barrier();
  }
  c[row * N + column] = sum;
}
