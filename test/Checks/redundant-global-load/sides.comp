// RUN: %wglint --verify --remarks --checks=redundant-global-load %s

// expected-no-diagnostics
// Each of the three ways loads less than pays; together they would.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { float src[]; };
layout(std430, binding = 1) writeonly buffer B { float dst[]; };
uniform uint mode, pass;
float blur(uint at) {
  float sum = 0.0;
  for (uint k = 0u; k < 35u; ++k)
    sum += src[at + k];
  return sum;
}
void main() {
  uint i = gl_LocalInvocationIndex;
  float sum = 0.0;
  if (pass == 0u)
    sum = blur(i);
  else
    switch (mode) {
    case 0u: sum = blur(i + 1u); break;
    case 1u: sum = blur(i + 2u); break;
    }
  // Not under the same condition as any: one more than each way has.
  if (mode == 7u)
    sum += src[i + 3u];
  dst[gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x] = sum;
}
