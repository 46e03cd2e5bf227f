// RUN: %wglint --verify --checks=data-race %s

// A remainder bounds what data picks, but not beside the quotient: both together may be a
// permutation.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Ranks { uint rank[]; };
layout(std430, binding = 1) buffer Faces { uint faces[]; };
layout(std430, binding = 2) buffer Corners { uint corners[]; };
layout(std430, binding = 3) buffer Pairs { uint pairs[]; };
void main() {
  uint g = gl_GlobalInvocationID.x, r = rank[g];
  faces[r / 3u * 4u + r % 3u] = g;
  // expected-warning@+3 {{data race: invocation 1 stores to an element of 'corners', which invocation 0 stores to}}
  // expected-note@+2 {{an atomic keeps the updates of one element apart}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  corners[r % 3u] = g;
  // expected-warning@+3 {{data race: invocation 1 stores to an element of 'pairs', which invocation 0 stores to}}
  // expected-note@+2 {{an atomic keeps the updates of one element apart}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  pairs[r % 3u + 3u * (rank[g + 1u] % 5u)] = g;
}
