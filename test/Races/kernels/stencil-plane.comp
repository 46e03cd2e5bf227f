// Five points, tile loaded in a loop with its halo.
// sizes: 8 16
#version 450
#define SIZE 8
layout(local_size_x = SIZE, local_size_y = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint N;
shared float tile[(SIZE + 2) * (SIZE + 2)];

void main() {
  uvec2 l = gl_LocalInvocationID.xy, g = gl_GlobalInvocationID.xy, w = gl_WorkGroupID.xy * SIZE;
  uint lane = gl_LocalInvocationIndex, width = SIZE + 2u;
  for (uint i = lane; i < width * width; i += SIZE * SIZE) // twin: i += SIZE * SIZE -> i += SIZE : same-value-race
    tile[i] = src[(w.y + i / width) * N + w.x + i % width];
  barrier(); // twin: drop
  uint c = (l.y + 1u) * width + l.x + 1u;
  dst[g.y * N + g.x] = tile[c] + tile[c - 1u] + tile[c + 1u] + tile[c - width] + tile[c + width];
}
