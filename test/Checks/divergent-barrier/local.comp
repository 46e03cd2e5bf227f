// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=l >= (1u << n)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=l >= n || flag == 0u' %s

// A bound of the local id parts every workgroup alike.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of each workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound lies between the numbers of invocations that are compared with it}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
