// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coalesced loads, strided stores.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint width, height;

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  if (p.x >= width || p.y >= height)
    return; // the edge workgroups
  float v = src[p.y * width + p.x];
  dst[p.x * height + p.y] = v;
}
