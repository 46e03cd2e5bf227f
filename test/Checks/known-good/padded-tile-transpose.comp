// RUN: %wglint --verify %s
// expected-no-diagnostics
#version 450
// A transpose through a tile whose rows are one element longer.
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };
uniform uvec2 size;
shared float tile[32][33];
void main() {
  uvec2 lid = gl_LocalInvocationID.xy;
  uvec2 origin = gl_WorkGroupID.xy * 32u;
  for (uint k = 0u; k < 32u; k += 8u) {
    uvec2 p = origin + lid + uvec2(0u, k);
    if (p.x < size.x && p.y < size.y)
      tile[lid.y + k][lid.x] = src[p.y * size.x + p.x];
  }
  barrier();
  for (uint k = 0u; k < 32u; k += 8u) {
    uvec2 p = origin.yx + lid + uvec2(0u, k);
    if (p.x < size.y && p.y < size.x)
      dst[p.y * size.y + p.x] = tile[lid.x][lid.y + k];
  }
}
