// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// expected-no-diagnostics
// A loaded unsigned number may be negative where it is read as a signed one.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint links[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  uint link = links[g];
  s[l] = link;
  barrier();
  if (!(int(link) >= 0))
    dst[g] = s[link & 63u];
}
