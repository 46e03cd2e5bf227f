// RUN: %wglint --verify --remarks --checks=redundant-barrier,data-race,divergent-barrier %s

// expected-no-diagnostics
// The inner loop's bound says nothing of whether there is another tile: its store
// has to wait for the loads of this one.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
uniform uint n;
shared float tile[16][16];
void main() {
  uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
  float sum = 0.0;
  for (uint t = 0u; t < n; t += 16u) {
    tile[y][x] = t + x < n ? a[gl_GlobalInvocationID.y * n + t + x] : 0.0;
    barrier();
    for (uint k = 0u; k < 16u && t + k < n; ++k)
      sum += tile[y][k];
    barrier();
  }
  b[gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x] = sum;
}
