// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// How vectors of three lie is left open: packed, they do not conflict.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared vec3 triples[64];
void main() {
  uint lid = gl_LocalInvocationID.x;
  // expected-remark@+1 {{store to 'triples' is a 2- to 4-way bank conflict}}
  triples[lid] = data[gl_GlobalInvocationID.x].xyz;
  barrier();
  data[gl_GlobalInvocationID.x].xyz = triples[63u - lid];
}
