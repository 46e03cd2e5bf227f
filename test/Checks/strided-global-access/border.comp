// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// One element of each row, and nothing along them: rows of n + 2 elements are no
// rows and a step of two. With another id it is a part of the matrix.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Grid { float grid[]; };
layout(std430, binding = 1) buffer Other { float other[]; };
uniform int n;
void main() {
  uint i = gl_GlobalInvocationID.x, j = gl_GlobalInvocationID.y;
  // expected-remark@+1 {{store to 'grid' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * n + 8 bytes apart}}
  grid[i * (n + 2)] = 1.0;
  // expected-warning@+1 {{store to 'other' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * n + 8 bytes apart}}
  other[i * (n + 2) + j] = 1.0;
}
