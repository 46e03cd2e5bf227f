// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transpose through a tile; each invocation moves ROWS elements.
#version 450
layout(local_size_x = TILE, local_size_y = TILE / ROWS) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
const uint N = 8192u;
shared float tile[TILE][TILE + PAD];
void main() {
  uvec2 l = gl_LocalInvocationID.xy, corner = gl_WorkGroupID.xy * TILE;
  for (uint r = 0u; r < TILE; r += TILE / ROWS)
    tile[l.y + r][l.x] = src[(corner.y + l.y + r) * N + corner.x + l.x];
  barrier();
  for (uint r = 0u; r < TILE; r += TILE / ROWS)
    dst[(corner.x + l.y + r) * N + corner.y + l.x] = tile[l.x][l.y + r];
}
