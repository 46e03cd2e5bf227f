// A kernel's weights are loaded by the first invocations.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float weight[9], s[SIZE + 8];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l < 9u)
    weight[l] = src[l];
  s[l] = src[100u + g];
  if (l < 8u)
    s[SIZE + l] = src[100u + g + SIZE]; // twin: SIZE + l -> SIZE - 8u + l
  barrier(); // twin: drop
  float sum = 0.0;
  for (uint k = 0u; k < 9u; ++k)
    sum += weight[k] * s[l + k];
  dst[g] = sum;
}
