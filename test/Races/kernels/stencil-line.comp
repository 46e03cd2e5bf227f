// Three points, tile with halo, edges clamped by the shader.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[SIZE + 2];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l + 1u] = src[g + 1u];
  if (l == 0u)
    s[0] = src[g];
  if (l == SIZE - 1u)
    s[SIZE + 1u] = src[g + 2u]; // twin: SIZE + 1u -> SIZE - 1u
  barrier(); // twin: drop
  dst[g] = s[l] + s[l + 1u] + s[l + 2u];
}
