// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (gl_WorkGroupID.x >= n) return; }' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag != 0u) { if (g >= n) dst[g] = 0.0; }' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=for (uint k = 0u; k < m; k++) if (flag == k) { if (g >= n) break; }' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=leave(g);' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=bool skip = false; if (flag != 0u) skip = m == 3u; if (skip) return;' %s

// expected-no-diagnostics
// Nobody is kept away from the barrier, or whole workgroups are.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void leave(uint g) {
  if (flag != 0u) {
    if (g >= n)
      return;
  }
  dst[g] = 0.0;
}
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  LEAVE
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u];
}
