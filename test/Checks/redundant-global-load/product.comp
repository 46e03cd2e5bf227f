// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %s

// Two operands: a matrix multiplication, whose length is worth a warning, and one finding.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint n;
void main() {
  uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
  float sum = 0.0;
  for (uint k = 0u; k < n; ++k)
    // expected-warning@+4 {{load from 'a' fetches each byte 16.0 times: the invocations of a workgroup (16 x 16 = 256) ask for 1024 bytes in each iteration, 64 of them distinct}}
    // expected-note@+3 {{likewise: load from 'b' here}}
    // expected-note@+2 {{(stage-reuse)}}
    // expected-note@+1 {{assumed: n >=}}
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
