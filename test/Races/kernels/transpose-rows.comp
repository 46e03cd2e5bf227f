// Transpose with fewer invocations than elements: each copies a column of the tile.
// sizes: 8 4
#version 450
#define SIZE 8
layout(local_size_x = 32, local_size_y = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint N;
shared float tile[32][33];

void main() {
  uvec2 l = gl_LocalInvocationID.xy, w = gl_WorkGroupID.xy * 32u;
  for (uint j = 0u; j < 32u; j += SIZE)
    tile[l.y + j][l.x] = src[(w.y + l.y + j) * N + w.x + l.x]; // twin: tile[l.y + j] -> tile[l.y / 2u + j]
  barrier(); // twin: drop
  for (uint j = 0u; j < 32u; j += SIZE)
    dst[(w.x + l.y + j) * N + w.y + l.x] = tile[l.x][l.y + j];
}
