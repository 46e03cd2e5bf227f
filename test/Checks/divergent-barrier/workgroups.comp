// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=l >= n - 64u * gl_WorkGroupID.x' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=gl_WorkGroupID.x == 3u && l >= n' %s

// A bound of the local id that is not the same in all workgroups, by itself or by what
// stands beside it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound is no multiple}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
