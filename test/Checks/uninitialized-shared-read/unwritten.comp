// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %s

#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Src { uint counts[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  // expected-warning@+4 {{loads byte 0 of 's', which nothing has stored to}}
  // expected-note@+3 {{assumed: no subgroup straddles the bound}}
  // expected-note@+2 {{store to it first}}
  if (l < counts[gl_WorkGroupID.x])
    dst[l] = s[l];
}
