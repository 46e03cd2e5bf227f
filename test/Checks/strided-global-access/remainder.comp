// RUN: %wglint --verify --remarks --checks=strided-global-access %s

// What the steps of the first loop leave.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Matrix { float matrix[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
uniform uint width;
void main() {
  uint row = gl_GlobalInvocationID.x;
  float sum = 0.0;
  uint k = 0u;
  for (; k + 1u < width; k += 2u)
    // expected-warning@+5 {{load from 'matrix' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * width bytes apart}}
    // expected-note@+4 {{counted for}}
    // expected-note@+3 {{pass a tile through shared memory}}
    // expected-note@+2 {{load from 'matrix' walks the same structures}}
    // expected-note@+1 {{together they use}}
    sum += matrix[row * width + k] * matrix[row * width + k + 1u];
  for (; k < width; ++k)
    // expected-note@+1 {{likewise: load from 'matrix' here}}
    sum += matrix[row * width + k];
  sums[row] = sum;
}
