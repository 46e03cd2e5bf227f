// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %s

// Each in an order of its own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint at = bitfieldReverse(gl_LocalInvocationID.x) >> 20;
  // expected-warning@+1 {{load from 'a' touches 32 sectors}}
  float v = a[at + gl_WorkGroupID.x * 4096u];
  // expected-warning@+1 {{store to 'a' touches 32 sectors}}
  a[(at ^ 64u) + gl_WorkGroupID.x * 4096u] = v + 1.0;
}
