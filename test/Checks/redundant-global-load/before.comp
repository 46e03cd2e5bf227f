// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %s

// So it is where the own body is loaded in front of the loop as well, and said
// where it is loaded most often; what lanes share, each its own window, is another
// matter.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = 1) readonly buffer Rows { float rows[]; };
layout(std430, binding = 2) readonly buffer Others { vec4 others[]; };
layout(std430, binding = 3) writeonly buffer Sums { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  sum += bodies[i].w;
  for (uint j = 0u; j < 1000u; j++)
    // expected-remark@+2 {{load from 'bodies' fetches each byte}}
    // expected-remark@+1 {{load from 'others' fetches each byte}}
    sum += distance(bodies[i], others[j]);
  for (uint j = 0u; j < 1000u; j++)
    // expected-warning@+1 {{load from 'rows' fetches each byte}}
    sum += rows[i + j];
  sums[i] = sum;
}
