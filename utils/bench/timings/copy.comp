// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PATTERN 0 copies; 1 transposes with strided stores, 2 with strided loads.
#version 450
layout(local_size_x = WX, local_size_y = WY) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
const uint N = 8192u;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  uint row = p.y * N + p.x, column = p.x * N + p.y;
#if PATTERN == 0
  dst[row] = src[row];
#elif PATTERN == 1
  dst[column] = src[row];
#else
  dst[row] = src[column];
#endif
}
