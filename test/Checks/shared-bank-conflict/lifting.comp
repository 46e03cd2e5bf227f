// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// Pairs of a line that the workgroup shares out: each of its loops runs a few times.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float line[1024];
uniform uint count;
void main() {
  uint lid = gl_LocalInvocationID.x;
  uint first = gl_WorkGroupID.x * 1024u;
  for (uint k = lid; k < count; k += 64u)
    line[k] = data[first + k];
  barrier();
  for (uint k = 2u * lid; k < count; k += 128u)
    // expected-remark@+1 {{is a 2-way bank conflict}}
    line[k] *= 0.5;
  barrier();
  for (uint k = lid; k < count; k += 64u)
    data[first + k] = line[k];
}
