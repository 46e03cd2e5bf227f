// RUN: %wglint --verify %s
// expected-no-diagnostics
#version 450
// Tiles of both factors in shared memory, one of them padded.
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
const uint kSize = 1024u;
shared float tileA[16][17];
shared float tileB[16][17];
void main() {
  uvec2 lid = gl_LocalInvocationID.xy;
  uvec2 p = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint t = 0u; t < kSize; t += 16u) {
    tileA[lid.y][lid.x] = a[p.y * kSize + t + lid.x];
    tileB[lid.y][lid.x] = b[(t + lid.y) * kSize + p.x];
    barrier();
    for (uint k = 0u; k < 16u; k++)
      sum += tileA[lid.y][k] * tileB[k][lid.x];
    barrier();
  }
  c[p.y * kSize + p.x] = sum;
}
