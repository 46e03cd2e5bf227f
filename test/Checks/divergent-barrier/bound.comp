// RUN: %wglint --verify --remarks --checks=divergent-barrier %s

// The same behind a bound that keeps some away: those are named.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  if (i >= 37u)
    return;
  uint end = i < 2u ? 8u : data[i];
  uint sum = 0u;
  for (uint k = 0u; k < end; ++k)
    sum += data[64u + k];
  tile[i] = sum;
  // expected-error@+2 {{invocation 0 reaches this barrier and invocation 37 does not}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  data[i] = tile[36u - i];
}
