// In place, pairs of invocations' elements exchanged.
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
  s[l + SIZE] = src[g + SIZE];
  for (uint n = 1u; n <= SIZE; n *= 2u) {
    barrier(); // twin: drop
    uint a = (l / n) * n * 2u + l % n, b = a + n; // twin: a + n -> a + 1u
    float x = s[a], y = s[b];
    s[a] = x + y;
    s[b] = x - y;
  }
  barrier(); // twin: drop
  dst[g] = s[SIZE - 1u - l];
}
