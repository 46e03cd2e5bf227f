// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// Who has one meant the other to be shared: a variable of its own would do for 'mine'.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
uniform uint begin;
shared float s[64], mine[128];
void main() {
  uint l = gl_LocalInvocationID.x + begin, g = gl_GlobalInvocationID.x;
  s[gl_LocalInvocationID.x] = dst[g];
  barrier();
  mine[l] = s[gl_LocalInvocationID.x ^ 1u];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out (remove-barrier); no invocation touches what another one has in 'mine': a local variable would do}}
  barrier();
  dst[g] = mine[l] * s[gl_LocalInvocationID.x ^ 2u];
}
