// Tree reduction, halving stride.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[SIZE + 1];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier(); // twin: drop
  for (uint d = SIZE / 2u; d > 0u; d >>= 1u) {
    if (l < d) // twin: l < d -> l <= d
      s[l] += s[l + d];
    barrier(); // twin: drop
  }
  if (l == 0u) // twin: if (l == 0u) -> if (l <= 1u) : same-value-race
    dst[gl_WorkGroupID.x] = s[0];
}
