// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %s

// The own body stays the same in all iterations, the other is one address for all
// lanes: each is one load.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint j = 0u; j < 1000u; j++)
    // expected-remark@+1 {{load from 'bodies' fetches each byte}}
    sum += distance(bodies[i], bodies[j]);
  sums[i] = sum;
}
