// RUN: %wglint --verify %s
// expected-no-diagnostics
#version 450
// The same without padding: the column is exchanged by xor.
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };
const uint kSize = 4096u;
shared float tile[32 * 32];
void main() {
  uvec2 lid = gl_LocalInvocationID.xy;
  uvec2 origin = gl_WorkGroupID.xy * 32u;
  for (uint k = 0u; k < 32u; k += 8u) {
    uint row = lid.y + k;
    tile[row * 32u + (lid.x ^ row)] = src[(origin.y + row) * kSize + origin.x + lid.x];
  }
  barrier();
  for (uint k = 0u; k < 32u; k += 8u) {
    uint row = lid.y + k;
    dst[(origin.x + row) * kSize + origin.y + lid.x] = tile[lid.x * 32u + (row ^ lid.x)];
  }
}
