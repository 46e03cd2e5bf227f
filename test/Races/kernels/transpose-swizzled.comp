// Transpose through a tile whose columns are permuted.
// sizes: 8 16
#version 450
#define SIZE 8
layout(local_size_x = SIZE, local_size_y = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint N;
shared float tile[SIZE * SIZE];

void main() {
  uvec2 l = gl_LocalInvocationID.xy, w = gl_WorkGroupID.xy * SIZE;
  tile[l.y * SIZE + (l.x ^ l.y)] = src[(w.y + l.y) * N + w.x + l.x]; // twin: l.x ^ l.y -> l.x & l.y
  barrier(); // twin: drop
  dst[(w.x + l.y) * N + w.y + l.x] = tile[l.x * SIZE + (l.y ^ l.x)];
}
