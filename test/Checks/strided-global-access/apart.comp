// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// A store to other sectors at the same distance, which is one with the load; one at another
// distance, one to another buffer: no runs.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
layout(std430, binding = 2) buffer C { uint c[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+1 {{load from 'a'}}
  uint x = a[i * 64u];
  a[i * 64u + 32u] = x;
  // One with the store to 'a', at the same distance: as in a copy, who takes what is to be changed.
  x ^= b[i * 64u];
  // expected-warning@+1 {{store to 'b'}}
  b[i * 65u] = x;
  // expected-remark@+1 {{store to 'c'}}
  c[i * 64u] = x;
}
