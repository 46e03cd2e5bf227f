// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A star of radius 4, written out, over the inner part of a grid.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint width, height;

void main() {
  uint x = gl_GlobalInvocationID.x + 4u, y = gl_GlobalInvocationID.y + 4u;
  if (x + 4u >= width || y + 4u >= height)
    return;
  uint i = y * width + x;
  float sum = src[i];
  for (uint r = 1u; r <= 4u; ++r)
    sum += src[i - r] + src[i + r] + src[i - r * width] + src[i + r * width];
  dst[i] = sum;
}
