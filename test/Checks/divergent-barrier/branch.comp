// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (g >= n) return; }' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (g >= n) return; } else { if (g >= m) return; }' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (m == 3u) { if (g >= n) return; } s[l] = 0.0; }' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=switch (flag) { case 0u: if (g >= n) return; break; case 1u: s[l] = 0.0; break; default: break; }' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=bool skip; if (g >= n) skip = true; else skip = false; if (skip) return;' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=bool skip = false; if (flag != 0u) skip = g >= n; if (skip) return;' %s

// A bound in a branch that is the same for all.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  LEAVE
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
