// RUN: %wglint --verify --verify-ignore=note,remark --remarks --checks=shared-bank-conflict %s

// Longer rows mend the load by columns, but not that of every eighth element, which the
// size of the elements keeps in few banks: two causes.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared vec4 t[32][16];

void main() {
  uint l = gl_LocalInvocationID.x, row = l & 31u;
  t[row][l >> 5u] = vec4(data[l]);
  barrier();
  float sum = 0.0;
  for (uint k = 0u; k < 16u; ++k)
    // expected-warning@+1 {{load from 't' is a 32-way bank conflict}}
    sum += t[row][k].x;
  for (uint k = 0u; k < 64u; ++k)
    // expected-warning@+1 {{load from 't' is a 4-way bank conflict}}
    sum += t[(row & 3u) * 8u][k & 15u].y;
  data[l] = sum;
}
