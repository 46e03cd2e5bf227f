// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %s

// One loop leaves the same row out of both tiles, and another one of a third tile.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float a[8][8], b[8][8], c[8][8];

void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  if (l.y > 0u) {
    a[l.y][l.x] = data[l.x];
    b[l.y][l.x] = data[64u + l.x];
  }
  if (l.y != 1u)
    c[l.y][l.x] = data[128u + l.x];
  barrier();
  float sum = 0.0;
  for (uint k = 0u; k < 8u; ++k) {
    // expected-note@+2 {{store to it first}}
    // expected-warning@+1 {{invocation (0, 0, 0) loads byte 0 of 'a', which nothing has stored to}}
    sum += a[k][l.x];
    // expected-note@+1 {{likewise: invocation (0, 0, 0) reads 'b' here}}
    sum *= b[k][l.x];
    // expected-note@+2 {{store to it first}}
    // expected-warning@+1 {{invocation (0, 0, 0) loads byte 32 of 'c', which nothing has stored to}}
    sum += c[k][l.x];
  }
  data[l.y * 8u + l.x] = sum;
}
