// The stride as the condition of a while loop, the result by the last one.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g] + src[g + 1000u];
  uint d = SIZE / 2u;
  while (d != 0u) {
    barrier(); // twin: drop
    if (l < d)
      s[l] += s[l + d];
    d /= 2u;
  }
  if (l == 0u) // twin: l == 0u -> l == 1u
    dst[gl_WorkGroupID.x] = s[0];
}
