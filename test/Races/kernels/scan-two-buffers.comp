// Inclusive scan by doubling distances, two halves of an array in turn.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[2 * SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  uint now = 0u;
  s[l] = src[g];
  for (uint d = 1u; d < SIZE; d *= 2u) {
    barrier(); // twin: drop
    uint next = SIZE - now; // twin: SIZE - now -> now
    s[next + l] = s[now + l] + (l >= d ? s[now + l - d] : 0.0);
    now = next;
  }
  dst[g] = s[now + l]; // twin: now + l -> SIZE - 1u - l + now
}
