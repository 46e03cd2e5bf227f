// Several time steps in shared memory, two arrays in turn.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[2][SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[0][l] = src[g];
  for (uint t = 0u; t < 8u; ++t) {
    barrier(); // twin: drop
    uint now = t & 1u;
    float left = l > 0u ? s[now][l - 1u] : 0.0, right = l + 1u < SIZE ? s[now][l + 1u] : 0.0;
    s[1u - now][l] = 0.5 * (left + right); // twin: 1u - now -> now
  }
  dst[g] = s[0][l];
}
