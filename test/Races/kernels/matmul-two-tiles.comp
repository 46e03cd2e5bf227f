// Matrix product, the next tile loaded while this one is used.
// sizes: 8 16
#version 450
#define SIZE 8
layout(local_size_x = SIZE, local_size_y = SIZE) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 2) readonly buffer B { float b[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float sa[2][SIZE][SIZE];

void main() {
  uvec2 l = gl_LocalInvocationID.xy, g = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  sa[0][l.y][l.x] = a[g.y * 256u + l.x];
  for (uint t = 0u; t < 256u / SIZE; ++t) {
    barrier(); // twin: drop
    uint now = t & 1u, next = 1u - now; // twin: 1u - now -> now
    if (t + 1u < 256u / SIZE)
      sa[next][l.y][l.x] = a[g.y * 256u + (t + 1u) * SIZE + l.x];
    for (uint k = 0u; k < SIZE; ++k)
      sum += sa[now][l.y][k] * b[(t * SIZE + k) * 256u + g.x];
  }
  dst[g.y * 256u + g.x] = sum;
}
