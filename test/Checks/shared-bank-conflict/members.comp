// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// Words of one element, taken one by one or as a whole, and on two paths.
#version 450
layout(local_size_x = 64) in;
struct Entry { uint hash, index; };
layout(std430, binding = 0) readonly buffer Src { Entry src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
uniform uint count;
shared Entry entries[512];

void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint k = 0u; k < 8u; ++k) {
    uint i = l * 8u + k;
    if (gl_WorkGroupID.x * 512u + i < count) {
      // expected-warning@+1 {{store to 'entries' is a 16-way bank conflict}}
      entries[i] = src[gl_WorkGroupID.x * 512u + i];
    } else {
      entries[i].hash = ~0u;
      entries[i].index = ~0u;
    }
  }
  barrier();
  uint sum = 0u;
  for (uint k = 0u; k < 8u; ++k)
    sum += entries[l * 8u + k].hash;
  dst[gl_GlobalInvocationID.x] = sum;
}
