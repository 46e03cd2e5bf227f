// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every body against every other one, their number in a uniform: read from the
// buffer, or a tile of SIZE of them at a time, of which n is a multiple.
#version 450
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer Forces { vec4 forces[]; };
uniform uint n;
#if TILED
shared vec4 tile[SIZE];
#endif
vec3 pull(vec3 from, vec4 to) {
  vec3 d = to.xyz - from;
  float inverse = inversesqrt(dot(d, d) + 0.01);
  return d * (to.w * inverse * inverse * inverse);
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  vec3 position = bodies[i].xyz, sum = vec3(0.0);
#if TILED
  for (uint t = 0u; t < n; t += SIZE) {
    tile[gl_LocalInvocationID.x] = bodies[t + gl_LocalInvocationID.x];
    barrier();
    for (uint k = 0u; k < SIZE; ++k)
      sum += pull(position, tile[k]);
    barrier();
  }
#else
  for (uint k = 0u; k < n; ++k)
    sum += pull(position, bodies[k]);
#endif
  forces[i] = vec4(sum, 0.0);
}
