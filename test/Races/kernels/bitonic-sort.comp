// Sorts a workgroup's elements.
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
  for (uint k = 2u; k <= SIZE; k *= 2u)
    for (uint j = k / 2u; j > 0u; j /= 2u) {
      uint i = l ^ j; // twin: l ^ j -> (l + j) % SIZE
      if (i > l) {
        float a = s[l], b = s[i];
        if ((a > b) == ((l & k) == 0u)) {
          s[l] = b;
          s[i] = a;
        }
      }
      barrier(); // twin: drop
    }
  dst[g] = s[l];
}
