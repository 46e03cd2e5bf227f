// Elements move by one, in place, again and again.
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
  for (int i = 0; i < 5; ++i) {
    barrier(); // twin: drop
    float v = s[(l + 1u) % SIZE];
    barrier(); // twin: drop
    s[l] = v;
  }
  dst[g] = s[l];
}
