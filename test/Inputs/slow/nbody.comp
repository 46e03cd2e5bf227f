// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every invocation reads all bodies.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer Forces { vec4 forces[]; };
uniform uint count;

vec3 pull(vec3 from, vec4 to) {
  vec3 d = to.xyz - from;
  float inverse = inversesqrt(dot(d, d) + 0.01);
  return d * (to.w * inverse * inverse * inverse);
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count)
    return;
  vec3 position = bodies[i].xyz, sum = vec3(0.0);
  for (uint k = 0u; k < count; ++k)
    sum += pull(position, bodies[k]);
  forces[i] = vec4(sum, 0.0);
}
