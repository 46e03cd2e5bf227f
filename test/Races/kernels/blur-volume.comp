// Three-dimensional workgroups.
// sizes: 4 8
#version 450
#define SIZE 4
layout(local_size_x = SIZE, local_size_y = SIZE, local_size_z = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint N;
shared float s[SIZE][SIZE][SIZE];

void main() {
  uvec3 l = gl_LocalInvocationID, g = gl_GlobalInvocationID;
  s[l.z][l.y][l.x] = src[(g.z * N + g.y) * N + g.x]; // twin: s[l.z][l.y][l.x] -> s[l.z][l.y][l.y]
  barrier(); // twin: drop
  float sum = 0.0;
  for (uint z = 0u; z < SIZE; ++z)
    sum += s[z][l.y][l.x];
  dst[(g.z * N + g.y) * N + g.x] = sum;
}
