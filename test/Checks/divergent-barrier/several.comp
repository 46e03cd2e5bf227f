// RUN: %wglint --verify --remarks --checks=divergent-barrier %s

// One bound and two barriers behind it are one finding; another bound is another.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (g >= n)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  float a = s[l ^ 1u];
  // expected-note@+1 {{the same bound keeps them away from this one as well}}
  barrier();
  s[l] = a;
  // expected-note@+1 {{the bound is in this condition}}
  if (g >= m)
    return;
  // expected-error@+3 {{a bound keeps some invocations}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  dst[g] = s[l ^ 2u];
}
