// Exclusive scan, up and down a tree.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[2 * SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, base = gl_WorkGroupID.x * 2u * SIZE;
  s[2u * l] = src[base + 2u * l];
  s[2u * l + 1u] = src[base + 2u * l + 1u];
  uint offset = 1u;
  for (uint d = SIZE; d > 0u; d >>= 1u) {
    barrier(); // twin: drop
    if (l < d) {
      uint a = offset * (2u * l + 1u) - 1u, b = offset * (2u * l + 2u) - 1u;
      s[b] += s[a];
    }
    offset *= 2u;
  }
  if (l == 0u)
    s[2u * SIZE - 1u] = 0.0;
  for (uint d = 1u; d < 2u * SIZE; d *= 2u) {
    offset >>= 1u;
    barrier(); // twin: drop
    if (l < d) {
      uint a = offset * (2u * l + 1u) - 1u, b = offset * (2u * l + 2u) - 1u; // twin: 2u * l + 1u -> 2u * l
      float t = s[a];
      s[a] = s[b];
      s[b] += t;
    }
  }
  barrier(); // twin: drop
  dst[base + l] = s[l];
  dst[base + l + SIZE] = s[l + SIZE];
}
