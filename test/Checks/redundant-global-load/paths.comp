// RUN: %wglint --verify --verify-ignore=note --checks=redundant-global-load %s

// One tile serves both paths, and the loop that fills it that of the other operand as well.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint n, mode;

void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint k = 0u; k < n; ++k) {
    float x;
    if (mode == 0u)
      // expected-warning@+1 {{load from 'a' fetches each byte 16.0 times: the invocations of a workgroup (16 x 16 = 256) ask for 2048 bytes}}
      x = a[g.y * n + k] * a[g.y * n + k + 1u];
    else
      x = a[g.y * n + k];
    sum += x * b[k * n + g.x];
  }
  c[g.y * n + g.x] = sum;
}
