// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= n || flag == 0u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag == 0u || g >= n' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag == 0u || g >= n || g >= m' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= n || g >= m || flag == 0u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=!(g < n && flag != 0u)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=!(flag != 0u && g < n)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=mix(flag == 0u, true, g >= n)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=mix(g >= n, true, flag == 0u)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= n ? true : false' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (flag != 0u ? n : m)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g > (1u << n)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (3u << n)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g * 3u >= (1u << n)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g + 1u >= (1u << n)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= (1u << n) || g >= m' %s

// The bound keeps invocations away whatever uniforms stand beside it, in whichever
// order, and whether the compiler branches around the second operand or not.
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
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
