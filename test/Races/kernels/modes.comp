// A uniform decides what is done.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint mode;
shared float s[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  if (mode == 1u) {
    barrier(); // twin: drop
    dst[g] = s[SIZE - 1u - l];
  } else {
    dst[g] = s[l]; // twin: s[l] -> s[l ^ 2u]
  }
}
