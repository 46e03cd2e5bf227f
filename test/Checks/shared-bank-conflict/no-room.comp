// RUN: %wglint --verify --verify-ignore=note --checks=shared-bank-conflict -DROWS=128 %s
// RUN: %exits_with 1 %wglint --checks=shared-bank-conflict -DROWS=128 %s | FileCheck --check-prefix=FULL %s
// RUN: %exits_with 1 %wglint --checks=shared-bank-conflict -DROWS=64 %s | FileCheck --check-prefix=ROOM %s

// OpenGL guarantees 32768 bytes, which 128 rows take: no padding fits.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float rows[ROWS][64];

void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = 0u; i < 64u; ++i)
    rows[i][l] = data[i * 64u + l];
  barrier();
  float sum = 0.0;
  for (uint i = 0u; i < 64u; ++i)
    // expected-warning@+1 {{a 32-way bank conflict}}
    sum += rows[l][i];
  data[l] = sum;
}
// FULL: a 32-way bank conflict
// FULL-NOT: pad
// FULL: permute its index (swizzle-shared-array) so that the lanes of a request fall into different banks: shared memory has no room for padding
// FULL-NOT: pads 'rows'
// ROOM: pad the array (pad-shared-array) or permute its index
