// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %s

// A function that is called twice is one place: one finding, both calls in its
// total.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer O { float o[]; };
shared float s[1024];
float column(uint scale) {
  // expected-warning@+4 {{load from 's' is a 32-way bank conflict: 32 wavefronts per request where 1 would do, 46 extra in each workgroup}}
  // expected-note@+3 {{counted for}}
  // expected-note@+2 {{pad the array}}
  // The worst call is the one that is named.
  return s[gl_LocalInvocationID.x * scale];
}
void main() {
  s[gl_LocalInvocationID.x] = 1.0;
  barrier();
  o[gl_LocalInvocationID.x] = column(16u);
  // expected-note@+1 {{called from here}}
  o[gl_LocalInvocationID.x + 32u] = column(32u);
}
