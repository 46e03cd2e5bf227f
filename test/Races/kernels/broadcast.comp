// One invocation's value for all.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float pivot;

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 3u) // twin: drop
    pivot = src[g];
  barrier(); // twin: drop
  dst[g] = src[g] - pivot;
}
