// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size is known, so that nothing is guarded.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
const uint N = 8192u;

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.x * N + p.y] = src[p.y * N + p.x];
}
