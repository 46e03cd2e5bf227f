// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %s

// expected-no-diagnostics
// The mode is what keeps the reads to what is written.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Src { uint modes[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  if (l < 64u)
    s[l] = l * l;
  barrier();
  if (modes[l] == 2u)
    dst[l] = s[l];
}
