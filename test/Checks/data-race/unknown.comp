// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// expected-no-diagnostics
// A scatter that may be a permutation, and a choice that one invocation may make.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[uint(src[g]) & 63u] = 1.0;
  barrier();
  if (src[g] > 1.0)
    s[0] = float(l);
  barrier();
  dst[g] = s[l];
}
