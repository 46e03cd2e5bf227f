// The last steps written out, each with its barrier.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier(); // twin: drop
  for (uint d = SIZE / 2u; d > 4u; d >>= 1u) {
    if (l < d) s[l] += s[l + d];
    barrier(); // twin: drop
  }
  if (l < 4u) s[l] += s[l + 4u];
  barrier(); // twin: drop
  if (l < 2u) s[l] += s[l + 2u];
  barrier(); // twin: drop
  if (l == 0u) dst[gl_WorkGroupID.x] = s[0] + s[1]; // twin: s[1] -> s[2] : none
}
