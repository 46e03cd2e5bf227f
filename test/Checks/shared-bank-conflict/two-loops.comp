// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// Four words without a conflict, and two of them with one.
#version 450
layout(local_size_x = 64) in;
struct Body { float x, y, z, mass; };
layout(std430, binding = 0) buffer Data { float data[]; };
shared Body bodies[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  float sum = 0.0;
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (l + k) & 63u;
    // expected-remark@+1 {{load from 'bodies.x'}}
    sum += bodies[i].x * bodies[i].y + bodies[i].z * bodies[i].mass;
  }
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (l - k) & 63u;
    // expected-warning@+1 {{load from 'bodies.x' is a 4-way}}
    sum += bodies[i].x * bodies[i].y;
  }
  data[gl_GlobalInvocationID.x] = sum;
}
