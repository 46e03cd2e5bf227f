// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// Workgroups walk along the rows.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Walked { float walked[]; };
uniform int n, tile;
void main() {
  // expected-warning@+1 {{store to 'walked' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * n + 4 bytes apart}}
  walked[gl_LocalInvocationID.x * (n + 1) + tile * gl_WorkGroupID.x] = 1.0;
}
