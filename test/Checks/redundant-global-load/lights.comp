// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %s

// Nobody has one of them: there may be few.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer P { vec4 bodies[]; };
layout(std430, binding = 1) buffer O { vec4 o[]; };
uniform uint count;
void main() {
  vec4 own = o[gl_GlobalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < count; ++k)
    // expected-remark@+2 {{load from 'bodies' fetches each byte 256.0 times}}
    // expected-note@+1 {{stage-reuse}}
    sum += bodies[k] - own;
  o[gl_GlobalInvocationID.x] = sum;
}
