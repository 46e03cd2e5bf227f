// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=bool e = flag == 1u; if (!e) { if (l == 0u) return; }' -D'ELSE=e' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u && n == 0u && l == 0u) return;' -D'ELSE=!(flag == 1u && n == 0u)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag > 2u && l == 0u) return;' -D'ELSE=flag <= 2u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u) { if (g >= n) return; }' -D'ELSE=flag > 1u && flag < 4u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u) { if (g >= n) return; }' -D'ELSE=flag == 0u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u && g >= n) return;' -D'ELSE=flag != 1u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u) { if (l == 0u) return; }' -D'ELSE=flag == 0u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (l == 0u && flag == 1u) return;' -D'ELSE=flag != 1u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (g < n) { if (flag == 1u) return; }' -D'ELSE=flag == 0u' %s

// expected-no-diagnostics
// The barrier is there only where nobody has left.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  LEAVE
  if (ELSE) {
    s[l] = src[g];
    barrier();
    dst[g] = s[l ^ 1u];
  }
}
