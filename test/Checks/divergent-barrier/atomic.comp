// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/lock.comp %t/ticket.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/broadcast.comp %t/read.comp

//--- lock.comp
// One invocation of all gets the lock.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer L { uint lock; uint o[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  s[l] = l;
  if (atomicCompSwap(lock, 0u, 1u) == 0u) { // expected-note {{the data are in this condition}}
    // expected-error@+3 {{data decides for each invocation whether it reaches this barrier (returned by an atomic operation)}}
    // expected-note@+2 {{assumed: the data are not the same}}
    // expected-note@+1 {{move the barrier out}}
    barrier();
    o[l] = s[63u - l];
  }
}

//--- ticket.comp
// Each takes a ticket, and some are past the end.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer L { uint next; uint o[]; };
layout(push_constant) uniform PC { uint n; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  s[l] = l;
  uint ticket = atomicAdd(next, 1u);
  if (ticket >= n) // expected-note {{the data are in this condition}}
    return;
  // expected-error@+3 {{returned by an atomic operation}}
  // expected-note@+2 {{assumed: the data are not the same}}
  // expected-note@+1 {{move the barrier out}}
  barrier();
  o[ticket] = s[63u - l];
}

//--- broadcast.comp
// One takes a ticket for all.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer L { uint next; uint o[]; };
layout(push_constant) uniform PC { uint n; };
shared uint s[64], ticket;
void main() {
  uint l = gl_LocalInvocationIndex;
  s[l] = l;
  if (l == 0u)
    ticket = atomicAdd(next, 1u);
  barrier();
  if (ticket >= n)
    return;
  barrier();
  o[ticket * 64u + l] = s[63u - l];
}

//--- read.comp
// Adding nothing reads: all may get one number.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer L { uint next; uint o[]; };
layout(push_constant) uniform PC { uint n; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  s[l] = l;
  if (atomicAdd(next, 0u) >= n)
    return;
  barrier();
  o[l] = s[63u - l];
}
