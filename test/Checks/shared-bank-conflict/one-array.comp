// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict -DSTEP=2 -DROW=33 %s
// RUN: %exits_with 1 %wglint --checks=shared-bank-conflict -DSTEP=2 -DROW=33 %s | FileCheck --check-prefix=APART %s
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict -DSTEP=1 -DROW=34 %s
// RUN: %exits_with 1 %wglint --checks=shared-bank-conflict -DSTEP=1 -DROW=34 %s | FileCheck --check-prefix=ROWS %s

// What fills the rows of a tile and what reads them keep their lanes at one
// distance: one remedy. Two rows apart, rows of no length are that.
#version 450
layout(local_size_x = 32, local_size_y = 4) in;

layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(std430, binding = 2) readonly buffer Sizes { uint chunks; };
shared float tile[64][ROW];

void main() {
  uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
  float sum = 0.0;
  for (uint k = 0u; k < chunks; ++k) {
    for (uint c = 0u; c < 8u; ++c)
      tile[x * STEP][y * 8u + c] = src[k * 1024u + c * 128u + y * 32u + x];
    barrier();
    for (uint c = 0u; c < 32u; ++c)
      // expected-warning@+1 {{load from 'tile' is a 2-way bank conflict}}
      sum += tile[x * STEP][c];
    barrier();
  }
  dst[gl_GlobalInvocationID.y * gl_NumWorkGroups.x * 32u + gl_GlobalInvocationID.x] = sum;
}
// APART: load from 'tile' is a 2-way
// APART: let neighbouring invocations take neighbouring rows
// APART: note: {{.*}}store to 'tile'
// APART-NOT: pad-shared-array
// ROWS: load from 'tile' is a 2-way
// ROWS: pad the array (pad-shared-array)
// ROWS: note: {{.*}}store to 'tile'
// ROWS: fix 'pad-shared-array' pads 'tile'
