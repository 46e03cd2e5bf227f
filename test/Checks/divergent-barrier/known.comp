// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (flag == 1u) { if (l == 0u) return; }' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (l == 0u) { if (flag == 1u) return; }' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'LEAVE=if (l == 0u && flag == 1u) return;' %s

// Known invocations leave where something is so that is the same for all.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  LEAVE
  s[l] = src[g];
  // expected-error@+3 {{invocation 1 reaches this barrier and invocation 0 does not}}
  // expected-note@+2 {{assumed: flag == 1}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
