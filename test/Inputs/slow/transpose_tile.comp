// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile whose columns all lie in one bank.
#version 450
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
const uint N = 8192u;
shared float tile[32][32];

void main() {
  uvec2 l = gl_LocalInvocationID.xy, corner = gl_WorkGroupID.xy * 32u;
  tile[l.y][l.x] = src[(corner.y + l.y) * N + corner.x + l.x];
  barrier();
  dst[(corner.x + l.y) * N + corner.y + l.x] = tile[l.x][l.y];
}
