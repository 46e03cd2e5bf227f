// Tree reduction, doubling stride, every other invocation.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[2 * SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier(); // twin: drop
  for (uint d = 1u; d < SIZE; d *= 2u) {
    if (l % (2u * d) == 0u) // twin: 2u * d -> d
      s[l] += s[l + d];
    barrier(); // twin: drop
  }
  if (l == 0u)
    dst[gl_WorkGroupID.x] = s[0];
}
