// Floyd and Warshall on a tile.
// sizes: 8 16
#version 450
#define SIZE 8
layout(local_size_x = SIZE, local_size_y = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float d[SIZE][SIZE];

void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uint i = gl_LocalInvocationIndex;
  d[l.y][l.x] = src[i];
  for (uint k = 0u; k < SIZE; ++k) {
    barrier(); // twin: drop
    float through = d[l.y][k] + d[k][l.x];
    barrier(); // twin: drop
    d[l.y][l.x] = min(d[l.y][l.x], through);
  }
  dst[gl_WorkGroupID.x * SIZE * SIZE + i] = d[l.y][l.x];
}
