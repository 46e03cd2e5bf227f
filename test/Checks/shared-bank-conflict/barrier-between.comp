// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// What is not made in one go has another place for its remedy.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared float red[32][32], green[32][32];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  vec4 v = data[gl_GlobalInvocationID.x];
  // expected-warning@+1 {{store to 'red' is}}
  red[l.x][l.y] = v.r;
  barrier();
  // expected-warning@+1 {{store to 'green' is}}
  green[l.x][l.y] = v.g + red[l.y][l.x];
  barrier();
  data[gl_GlobalInvocationID.x] = vec4(green[l.y][l.x]);
}
