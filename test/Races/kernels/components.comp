// Invocations write the components of vectors.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared vec4 s[SIZE / 4];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l / 4u][l % 4u] = src[g]; // twin: l / 4u -> l / 8u
  barrier(); // twin: drop
  if (l < SIZE / 4u)
    dst[gl_WorkGroupID.x * (SIZE / 4u) + l] = dot(s[l], vec4(1.0)); // twin: SIZE / 4u) + l -> SIZE / 4u) + l / 2u
}
