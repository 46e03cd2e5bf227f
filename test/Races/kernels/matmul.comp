// Matrix product by tiles of a known size.
// sizes: 8 16
#version 450
#define SIZE 8
layout(local_size_x = SIZE, local_size_y = SIZE) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 2) readonly buffer B { float b[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float sa[SIZE][SIZE], sb[SIZE][SIZE];

void main() {
  uvec2 l = gl_LocalInvocationID.xy, g = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint t = 0u; t < 256u / SIZE; ++t) {
    sa[l.y][l.x] = a[g.y * 256u + t * SIZE + l.x];
    sb[l.y][l.x] = b[(t * SIZE + l.y) * 256u + g.x];
    barrier(); // twin: drop
    for (uint k = 0u; k < SIZE; ++k)
      sum += sa[l.y][k] * sb[k][l.x];
    barrier(); // twin: drop
  }
  dst[g.y * 256u + g.x] = sum; // twin: g.y * 256u + g.x -> g.y * 256u
}
