// Every invocation changes its own element of a buffer.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint N;

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  dst[g] = dst[g] * 2.0 + 1.0; // twin: dst[g] * -> dst[g + 1u] * : data-race
  if (g < N)
    dst[g] += src[g];
}
