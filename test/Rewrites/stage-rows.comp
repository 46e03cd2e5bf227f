// RUN: rm -rf %t && split-file %s %t && cd %t

// Each invocation walks its own row: the workgroup fills a part of all rows side
// by side, and what all read goes with it. The proof runs both, bit for bit.
// RUN: cp %inputs/slow/rows.comp fixed.comp
// RUN: %wglint --device=llvmpipe --fix=stage-rows fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: FileCheck %s --check-prefix=ROWS --input-file=fixed.comp
// PROOF: [strided-global-access]: 'stage-rows' reads 32 elements of each row at a time side by side into shared memory, into 'weightsTile', 'xTile'
// PROOF: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// ROWS: shared float weightsTile[32][65];
// ROWS: uint kCount = min(32u, columns - kTile);
// ROWS: uint kFilled = element % 32u;
// ROWS: uint tileX = element / 32u;
// ROWS: weightsTile[kFilled][tileX] = rowFilled < rows && kFilled < kCount ? weights[rowFilled * columns + kTile + kFilled] : 0.0;
// ROWS: barrier();
// ROWS: sum += weightsTile[k][gl_LocalInvocationID.x] * xTile[k];
// ROWS: barrier();

// An int that goes into an unsigned index, a row of known length, a macro, a
// helper function, a shorter part.
// RUN: cp spelled.comp fixed.comp
// RUN: %wglint --remarks --device=llvmpipe --fix=stage-rows --rewrite-option=stage-rows.chunk=16 fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF-SPELLED
// RUN: FileCheck %s --check-prefix=SPELLED --input-file=fixed.comp
// PROOF-SPELLED: 'stage-rows' reads 16 elements of each row at a time
// PROOF-SPELLED: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// SPELLED: for (int kTile = 0; kTile < 100; kTile += 16) {
// SPELLED: most = max(most, weight(in_Tile[k][gl_LocalInvocationID.x]));

// What neighbours read side by side already; steps of four; a loop that is as
// long as the lane says; rows that other invocations read too, which are for
// stage-reuse.
// RUN: %wglint-opt --rewrite=stage-rows columns.comp | count 0
// RUN: %wglint-opt --rewrite=stage-rows fours.comp | FileCheck %s --check-prefix=REFUSED
// RUN: %wglint-opt --rewrite=stage-rows uneven.comp | FileCheck %s --check-prefix=REFUSED
// RUN: %wglint-opt --rewrite=stage-rows %inputs/slow/matmul_rows.comp | FileCheck %s --check-prefix=REFUSED
// REFUSED: no offer
// REFUSED-NOT: shared

//--- spelled.comp
#version 450
#define LENGTH 100
#define AT(r, k) uint((r) * LENGTH + (k))
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float values[]; } in_;
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
float weight(float v) { return v * v; }
void main() {
  int row = int(gl_GlobalInvocationID.x);
  float most = 0.0;
  for (int k = 0; k < LENGTH; k++)
    most = max(most, weight(in_.values[AT(row, k)])); // one of a row
  result[row] = most;
}

//--- columns.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float values[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
uniform uint rows, columns;
void main() {
  uint column = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < rows; ++k)
    sum += values[k * columns + column];
  result[column] = sum;
}

//--- fours.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float values[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
uniform uint columns;
void main() {
  uint row = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < columns; k += 4u)
    sum += values[row * columns + k];
  result[row] = sum;
}

//--- uneven.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float values[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
uniform uint columns;
void main() {
  uint row = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < columns + row; ++k)
    sum += values[row * columns + k];
  result[row] = sum;
}
