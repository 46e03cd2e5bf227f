// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %s

// One colour in four arrays, whose stores and loads longer rows mend: one finding.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared float red[32][32], green[32][32], blue[32][32], alpha[32][32];
vec4 load(uvec2 at) {
  // expected-note@+3 {{likewise: load from 'green' here}}
  // expected-note@+3 {{likewise: load from 'blue' here}}
  // expected-note@+1 {{likewise: load from 'red' here}}
  return vec4(red[at.x * 2u % 32u][at.y], green[at.x * 2u % 32u][at.y],
              blue[at.x * 2u % 32u][at.y], 1.0);
}
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  vec4 v = data[gl_GlobalInvocationID.x];
  // expected-warning@+3 {{store to 'red' is a 32-way bank conflict: 32 wavefronts per request where 1 would do, 248 extra in each workgroup}}
  // expected-note@+2 {{counted for NVIDIA Ampere}}
  // expected-note@+1 {{pad the array}}
  red[l.x][l.y] = v.r;
  // expected-note@+1 {{likewise: store to 'green' here}}
  green[l.x][l.y] = v.g;
  // expected-note@+1 {{likewise: store to 'blue' here}}
  blue[l.x][l.y] = v.b;
  // expected-note@+1 {{likewise: store to 'alpha' here}}
  alpha[l.x][l.y] = v.a;
  barrier();
  data[gl_GlobalInvocationID.x] = load(l);
}
