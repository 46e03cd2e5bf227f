// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// One array is used once, the other in a loop.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float once[128];
shared float often[128];
uniform uint N;
void main() {
  uint lid = gl_LocalInvocationID.x;
  uint gid = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{store to 'once' is a 2-way bank conflict}}
  once[2u * lid] = data[gid];
  barrier();
  float sum = once[126u - 2u * lid];
  for (uint k = 0u; k < N; k++) {
    // expected-warning@+1 {{store to 'often' is a 4-way bank conflict}}
    often[4u * lid & 127u] = data[k * 4096u + gid];
    barrier();
    sum += often[124u - (4u * lid & 127u)];
    barrier();
  }
  data[gid] = sum;
}
