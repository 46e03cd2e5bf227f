// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %s

// The same sectors are loaded from and stored to.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint at = bitfieldReverse(gl_LocalInvocationID.x) >> 20;
  at += gl_WorkGroupID.x * 4096u;
  // expected-warning@+3 {{load from 'a' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{100 % of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  float v = a[at];
  // expected-note@+1 {{likewise: store to 'a' here}}
  a[at] = v + 1.0;
}
