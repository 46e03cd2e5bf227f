// Inclusive scan in one array: what is read is kept over a barrier.
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
  for (uint d = 1u; d < SIZE; d <<= 1u) {
    float v = l >= d ? s[l - d] : 0.0;
    barrier(); // twin: drop
    s[l] += v;
    barrier(); // twin: drop
  }
  dst[g] = s[l];
}
