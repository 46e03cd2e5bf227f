// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --fail-on=never --remarks --checks=shared-bank-conflict %t/exchanged.comp | FileCheck %s --check-prefix=EXCHANGED
// RUN: %wglint --fail-on=never --remarks --checks=shared-bank-conflict %t/half.comp | FileCheck %s --check-prefix=HALF --implicit-check-not="fix '"
// RUN: %wglint --fail-on=never --remarks --checks=shared-bank-conflict %t/matrices.comp | FileCheck %s --check-prefix=MATRICES --implicit-check-not="fix '"
// RUN: %wglint --fail-on=never --remarks --checks=shared-bank-conflict %t/structures.comp | FileCheck %s --check-prefix=STRUCTURES
// RUN: %wglint --fail-on=never --remarks --checks=shared-bank-conflict %t/rows.comp | FileCheck %s --check-prefix=ROWS

// What is advised and offered was computed to help.

// Columns that nothing exchanges: both remedies.
// EXCHANGED: load from 't' is a 32-way bank conflict
// EXCHANGED: note: pad the array (pad-shared-array) or permute its index (swizzle-shared-array)
// EXCHANGED: fix 'pad-shared-array' pads 't'
// EXCHANGED: fix 'swizzle-shared-array' exchanges the columns of 't'

// Columns that are exchanged every two rows: rows of 33 leave two ways.
// HALF: load from 't' is a 2-way bank conflict
// HALF: note: place its elements in another order so that

// Whatever is left out between matrices of 64 bytes, they begin in one of two banks.
// MATRICES: store to 'm' is a 4-way bank conflict
// MATRICES: note: keep what is accessed in an array of its own, so that neighbouring lanes want neighbouring words{{$}}

// With a member more they begin in all.
// STRUCTURES: store to 's.columns' is a 4-way bank conflict
// STRUCTURES: neighbouring words; a structure can be padded instead (pad-shared-array)
// STRUCTURES: fix 'pad-shared-array' pads 's'

// Of two dimensions, rows of no power of two: only padding.
// ROWS: load from 'r' is a 16-way bank conflict
// ROWS: note: pad the array (pad-shared-array) so that the lanes
// ROWS: fix 'pad-shared-array' pads 'r'
// ROWS-NOT: swizzle-shared-array

//--- exchanged.comp
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
shared uint t[1024];
void main() {
  uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y, base = gl_WorkGroupID.x * 1024u;
  for (uint j = 0u; j < 32u; j += 8u)
    t[(y + j) * 32u + x] = src[base + (y + j) * 32u + x];
  barrier();
  for (uint j = 0u; j < 32u; j += 8u)
    dst[base + (y + j) * 32u + x] = t[x * 32u + (y + j)];
}

//--- half.comp
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
shared uint t[1024];
uint placeOf(uint row, uint column) { return row * 32u + (column ^ (row >> 1)); }
void main() {
  uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y, base = gl_WorkGroupID.x * 1024u;
  for (uint j = 0u; j < 32u; j += 8u)
    t[placeOf(y + j, x)] = src[base + (y + j) * 32u + x];
  barrier();
  for (uint j = 0u; j < 32u; j += 8u)
    dst[base + (y + j) * 32u + x] = t[placeOf(x, y + j)];
}

//--- matrices.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { mat4 data[]; };
shared mat4 m[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  for (int c = 0; c < 4; ++c)
    m[l][c] = data[g][c];
  barrier();
  for (int c = 0; c < 4; ++c)
    data[g][c] = m[l ^ 1u][c];
}

//--- structures.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { mat4 data[]; };
struct Matrix { vec4 columns[4]; };
shared Matrix s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  for (int c = 0; c < 4; ++c)
    s[l].columns[c] = data[g][c];
  barrier();
  for (int c = 0; c < 4; ++c)
    data[g][c] = s[l ^ 1u].columns[c];
}

//--- rows.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float r[32][48];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint k = 0u; k < 48u; ++k)
    r[k % 32u][l] = float(k);
  barrier();
  dst[gl_GlobalInvocationID.x] = r[l][7];
}
