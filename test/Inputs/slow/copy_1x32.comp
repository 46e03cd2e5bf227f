// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A workgroup of one column: every lane is in another row.
#version 450
layout(local_size_x = 1, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
const uint N = 8192u;

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.y * N + p.x] = src[p.y * N + p.x];
}
