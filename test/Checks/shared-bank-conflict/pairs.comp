// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// Both words of a pair of their own are one request of eight bytes.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared vec2 pairs[64];
void main() {
  float sum = 0.0;
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (gl_LocalInvocationIndex + k) & 63u;
    // expected-remark@+1 {{load from 'pairs' is a 2-way bank conflict: 2 wavefronts per request where 1 would do [}}
    sum += pairs[i].x * pairs[i].y;
  }
  data[gl_GlobalInvocationID.x] = sum;
}
