// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %s

// expected-no-diagnostics
// One subgroup: the load is one request for all lanes.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer P { vec4 bodies[]; };
layout(std430, binding = 1) buffer O { vec4 o[]; };
uniform uint count;
void main() {
  vec4 own = o[gl_GlobalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < count; ++k)
    sum += bodies[k] - own;
  o[gl_GlobalInvocationID.x] = sum;
}
