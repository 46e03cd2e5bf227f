// Gaussian elimination of a small matrix, a row for each invocation.
// sizes: 16
#version 450
#define SIZE 16
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float m[16][17];

void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint j = 0u; j < 16u; ++j)
    m[l][j] = src[l * 16u + j];
  for (uint k = 0u; k < 16u; ++k) {
    barrier(); // twin: drop
    float f = m[l][k] / m[k][k];
    if (l > k) // twin: l > k -> l != k + 1u
      for (uint j = k; j < 16u; ++j)
        m[l][j] -= f * m[k][j];
  }
  barrier(); // twin: drop : none
  dst[gl_GlobalInvocationID.x] = m[(l + 1u) % 16u][l];
}
