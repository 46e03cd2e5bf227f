// Whole workgroups leave where there is nothing to do.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint N;
shared float s[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (gl_WorkGroupID.x * SIZE >= N)
    return;
  s[l] = src[g];
  barrier(); // twin: drop
  dst[g] = s[l ^ 1u]; // twin: dst[g] -> dst[g / 2u]
}
