// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A box blur of radius R, from the buffer or from a tile with its halo.
#version 450
layout(local_size_x = WX, local_size_y = WY) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
const int N = 8192;
float at(ivec2 p) {
  p = clamp(p, ivec2(0), ivec2(N - 1));
  return src[p.y * N + p.x];
}
#if TILED
shared float tile[WY + 2 * R][WX + 2 * R];
#endif
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy), l = ivec2(gl_LocalInvocationID.xy);
  float sum = 0.0;
#if TILED
  ivec2 corner = p - l - R;
  for (int y = l.y; y < WY + 2 * R; y += WY)
    for (int x = l.x; x < WX + 2 * R; x += WX)
      tile[y][x] = at(corner + ivec2(x, y));
  barrier();
  for (int y = 0; y <= 2 * R; ++y)
    for (int x = 0; x <= 2 * R; ++x)
      sum += tile[l.y + y][l.x + x];
#else
  for (int y = -R; y <= R; ++y)
    for (int x = -R; x <= R; ++x)
      sum += src[uint(clamp(p.y + y, 0, N - 1)) * uint(N) + uint(clamp(p.x + x, 0, N - 1))];
#endif
  dst[p.y * N + p.x] = sum / float((2 * R + 1) * (2 * R + 1));
}
