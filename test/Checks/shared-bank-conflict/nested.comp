// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// Inside of another loop, two ways count.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float line[1024];
uniform uint count, steps;
void main() {
  uint lid = gl_LocalInvocationID.x;
  uint first = gl_WorkGroupID.x * 1024u;
  for (uint k = lid; k < count; k += 64u)
    line[k] = data[first + k];
  barrier();
  float sum = 0.0;
  for (uint step = 0u; step < steps; step++)
    for (uint k = 0u; k < count; k++)
      // expected-warning@+1 {{load from 'line' is a 2-way bank conflict}}
      sum += line[2u * lid + k];
  data[first + lid] = sum;
}
