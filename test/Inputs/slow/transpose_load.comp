// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strided loads, coalesced stores.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint width, height;

void main() {
  uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
  if (x < width && y < height)
    dst[y * width + x] = src[x * height + y];
}
