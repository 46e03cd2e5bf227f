// RUN: %wglint --verify %s
// expected-no-diagnostics
#version 450
// A blur of radius 1: caches serve the neighbours.
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };
uniform ivec2 size;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  if (p.x >= size.x || p.y >= size.y)
    return;
  float sum = 0.0;
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++) {
      ivec2 q = clamp(p + ivec2(x, y), ivec2(0), size - 1);
      sum += src[q.y * size.x + q.x];
    }
  dst[p.y * size.x + p.x] = sum / 9.0;
}
