// Neighbours are exchanged, even and odd pairs in turn.
// sizes: 64 128
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
  for (uint t = 0u; t < SIZE; ++t) {
    uint i = l * 2u + (t & 1u); // twin: l * 2u -> l
    if (i + 1u < SIZE) {
      float a = s[i], b = s[i + 1u];
      s[i] = min(a, b);
      s[i + 1u] = max(a, b);
    }
    barrier(); // twin: drop
  }
  dst[g] = s[l];
}
