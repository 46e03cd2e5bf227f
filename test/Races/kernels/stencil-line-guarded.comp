// Three points, invocations beyond the end store nothing.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint N;
shared float s[SIZE + 2];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l + 1u] = g < N ? src[g] : 0.0;
  if (l == 0u)
    s[0] = g > 0u ? src[g - 1u] : 0.0;
  if (l == SIZE - 1u)
    s[l + 2u] = g + 1u < N ? src[g + 1u] : 0.0; // twin: s[l + 2u] -> s[l]
  barrier(); // twin: drop
  if (g < N)
    dst[g] = s[l] + s[l + 1u] + s[l + 2u];
}
