// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// No barrier can stand between a store and itself.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint o[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  // expected-warning@+3 {{data race: invocation 1 stores to byte 0 of 's', which invocation 0 stores to}}
  // expected-note@+2 {{let one invocation store it, give each an element of its own, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  s[l / 2u] = l;
  barrier();
  o[l] = s[l / 2u];
}
