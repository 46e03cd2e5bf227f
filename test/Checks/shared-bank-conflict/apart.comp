// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict -D'ROW=48' -D'RED=l.x' %s
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict -D'ROW=32' -D'RED=l.x ^ 1u' %s

// Rows of another length, or lanes at other distances, are mended elsewhere.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared float red[32][32], green[32][ROW];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  vec4 v = data[gl_GlobalInvocationID.x];
  // expected-warning@+1 {{store to 'red' is}}
  red[RED][l.y] = v.r;
  // expected-warning@+1 {{store to 'green' is}}
  green[l.x][l.y] = v.g;
  barrier();
  data[gl_GlobalInvocationID.x] = vec4(red[l.y][l.x], green[l.y][l.x], 0.0, 0.0);
}
