// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// expected-no-diagnostics
// Which element is stored to is not known.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[uint(src[g]) & 63u] = 1.0;
  barrier();
  dst[g] = s[l];
}
