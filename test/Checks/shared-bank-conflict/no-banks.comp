// RUN: %wglint --verify --remarks --checks=shared-bank-conflict --target=mali-valhall %s

// expected-no-diagnostics
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[2048];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l * 32u] = 1.0;
  barrier();
  dst[l] = s[l * 32u];
}
