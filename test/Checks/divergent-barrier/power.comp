// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (1u << n)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=(1u << n) <= g' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=!(g < (4u << n))' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g * 32u >= (1u << n)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (1u << n) || flag == 0u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (1u << n) || g >= (2u << m)' %s

// A power of two divides a workgroup whose size is one only where it is smaller.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-remark@+3 {{a bound keeps some invocations of the first workgroup away from this barrier}}
  // expected-note-re@+2 {{, a power of two, is less than the {{64|2048}} that a workgroup covers}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
