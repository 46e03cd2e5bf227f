// RUN: %wglint --verify --remarks --checks=shared-bank-conflict --target=intel-xe %s

// expected-no-diagnostics
// How Intel splits 16 bytes is not documented: what may conflict is no finding.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { vec4 dst[]; };
shared vec4 s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = vec4(1.0);
  barrier();
  dst[l] = s[63u - l];
}
