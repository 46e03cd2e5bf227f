// Several time steps in one array, an unknown number of them.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint steps;
shared float s[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  for (uint t = 0u; t < steps; ++t) {
    barrier(); // twin: drop
    float v = l > 0u ? s[l - 1u] : 0.0;
    barrier(); // twin: drop
    s[l] = v + 1.0;
  }
  dst[g] = s[l];
}
