// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %s

// In order at first, and further apart later.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint s = 1u; s <= 256u; s <<= 1u)
    sum += points[i * s].x; // expected-warning {{load from 'points' touches 16 to 32 sectors per request where 4 would do}}
  sums[i] = sum;
}
