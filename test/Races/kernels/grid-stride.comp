// A loop over the elements with the size of the dispatch as its step.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(std430, binding = 2) buffer P { float partial[]; };
uniform uint N;
shared float s[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint i = g; i < N; i += gl_NumWorkGroups.x * SIZE) {
    dst[i] = src[i]; // twin: dst[i] -> dst[i / 2u]
    sum += src[i];
  }
  s[l] = sum;
  barrier(); // twin: drop
  if (l == 0u)
    partial[gl_WorkGroupID.x] = s[1] + s[SIZE - 1u]; // twin: partial[gl_WorkGroupID.x] -> partial[0] : workgroup-race
}
