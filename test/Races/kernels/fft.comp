// Radix 2, Stockham order, two arrays in turn.
// sizes: 32 64
#version 450
#define SIZE 32
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float re[2][2 * SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  re[0][l] = src[g];
  re[0][l + SIZE] = src[g + 4096u];
  uint now = 0u;
  for (uint n = 1u; n < 2u * SIZE; n *= 2u) {
    barrier(); // twin: drop
    uint k = l & (n - 1u), j = ((l - k) << 1u) + k;
    float a = re[now][l], b = re[now][l + SIZE];
    re[1u - now][j] = a + b; // twin: 1u - now -> now
    re[1u - now][j + n] = a - b; // twin: j + n -> j + 1u
    now = 1u - now;
  }
  barrier(); // twin: drop
  dst[g] = re[now][l] + re[now][2u * SIZE - 1u - l];
}
