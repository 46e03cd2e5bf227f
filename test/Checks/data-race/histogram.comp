// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint keys[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint bins[64];
shared uint last[16];

void main() {
  uint l = gl_LocalInvocationID.x, key = keys[gl_GlobalInvocationID.x];
  bins[l] = 0u;
  barrier();
  // expected-warning@+4 {{data race: invocation 1 stores to an element of 'bins', which invocation 0 stores to with no barrier in between}}
  // expected-note@+3 {{assumed: some data brings two invocations to one element}}
  // expected-note@+2 {{an atomic keeps the updates of one element apart}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  bins[key] += 1u;
  // More invocations than elements: two of them meet with any data.
  // expected-warning@+3 {{data race: invocation 1 stores to an element of 'last', which invocation 0 stores to with no barrier in between}}
  // expected-note@+2 {{an atomic keeps the updates of one element apart}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  last[key] = l;
  barrier();
  dst[gl_GlobalInvocationID.x] = bins[l];
}
