// Forces of all bodies, tile by tile.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Body { vec4 body[]; };
layout(std430, binding = 1) buffer Accel { vec4 accel[]; };
shared vec4 tile[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  vec4 self = body[g];
  vec3 force = vec3(0.0);
  for (uint t = 0u; t < gl_NumWorkGroups.x; ++t) {
    tile[l] = body[t * SIZE + l]; // twin: tile[l] = -> tile[SIZE - 1u] =
    barrier(); // twin: drop
    for (uint k = 0u; k < SIZE; ++k) {
      vec3 d = tile[k].xyz - self.xyz;
      force += tile[k].w * d / (dot(d, d) + 0.01);
    }
    barrier(); // twin: drop
  }
  accel[g] = vec4(force, 0.0);
}
