// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A box blur that reads (2 R + 1)^2 neighbours from the buffer.
#version 450
#ifndef RADIUS
#define RADIUS 8
#endif
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform int width, height;

float at(ivec2 p) {
  p = clamp(p, ivec2(0), ivec2(width - 1, height - 1));
  return src[p.y * width + p.x];
}

void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  if (p.x >= width || p.y >= height)
    return;
  float sum = 0.0;
  for (int y = -RADIUS; y <= RADIUS; ++y)
    for (int x = -RADIUS; x <= RADIUS; ++x)
      sum += at(p + ivec2(x, y));
  dst[p.y * width + p.x] = sum / float((2 * RADIUS + 1) * (2 * RADIUS + 1));
}
