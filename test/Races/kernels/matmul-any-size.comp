// Matrix product by tiles, the size a uniform.
// sizes: 8 16
#version 450
#define SIZE 8
layout(local_size_x = SIZE, local_size_y = SIZE) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 2) readonly buffer B { float b[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint K, N;
shared float sa[SIZE][SIZE], sb[SIZE][SIZE];

void main() {
  uvec2 l = gl_LocalInvocationID.xy, g = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint t = 0u; t < K; t += SIZE) {
    sa[l.y][l.x] = a[g.y * K + t + l.x];
    sb[l.y][l.x] = b[(t + l.y) * N + g.x]; // twin: sb[l.y][l.x] -> sb[l.y][0]
    barrier(); // twin: drop
    for (uint k = 0u; k < SIZE; ++k)
      sum += sa[l.y][k] * sb[k][l.x];
    barrier(); // twin: drop
  }
  dst[g.y * N + g.x] = sum;
}
