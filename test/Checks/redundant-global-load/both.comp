// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %s

// Either way loads enough by itself.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { float src[]; };
layout(std430, binding = 1) writeonly buffer B { float dst[]; };
uniform uint mode;
void main() {
  uint i = gl_LocalInvocationIndex;
  float sum = 0.0;
  if (mode == 0u)
    for (uint k = 0u; k < 90u; ++k)
      // expected-warning@+1 {{ask for 92160 bytes}}
      sum += src[i + k];
  else
    for (uint k = 0u; k < 100u; ++k)
      // expected-warning@+1 {{ask for 102400 bytes}}
      sum += src[i + 2u * k];
  dst[gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x] = sum;
}
