// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/rows.comp | FileCheck %s --check-prefix=ROWS
// ROWS: needs-validation: exchanges the columns of 'tile' row by row: 1056 to 64 wavefronts
// ROWS: +  tile[l.y][l.x ^ l.y] = src[g + l.y * 32u + l.x];
// ROWS: +  dst[g + l.y * 32u + l.x] = tile[l.x][l.y ^ l.x];
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/flat.comp | FileCheck %s --check-prefix=FLAT
// FLAT: needs-validation: exchanges the columns of 'tile' row by row: 1056 to 64 wavefronts
// FLAT: +uint swizzled(uint i) { return i ^ (i / 32u % 32u); }
// FLAT: +  AT(swizzled(l.y * 32u + l.x)) = src
// FLAT: +  dst[g + l.y * 32u + l.x] = AT(swizzled(l.x * 32u + l.y));
// Signed indices stay signed; of more rows than columns the low bits count.
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/signed.comp | FileCheck %s --check-prefix=SIGNED
// SIGNED: +  tile[y][x ^ (y & 31)] = 0.0;
// SIGNED: +  dst[y * 32 + x] = tile[x + 32][y ^ ((x + 32) & 31)];
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/odd.comp | FileCheck %s --check-prefix=ODD
// ODD: refused: the rows of 'tile' are no power of two long

//--- rows.comp
#version 450
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[32][32];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uint g = gl_WorkGroupID.x * 1024u;
  tile[l.y][l.x] = src[g + l.y * 32u + l.x];
  barrier();
  dst[g + l.y * 32u + l.x] = tile[l.x][l.y];
}

//--- flat.comp
#version 450
#define AT(i) tile[i]
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[1024];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uint g = gl_WorkGroupID.x * 1024u;
  AT(l.y * 32u + l.x) = src[g + l.y * 32u + l.x];
  barrier();
  dst[g + l.y * 32u + l.x] = AT(l.x * 32u + l.y);
}

//--- odd.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[32][48];
void main() {
  uint l = gl_LocalInvocationID.x;
  tile[l][0] = 1.0;
  dst[l] = tile[l][0];
}

//--- signed.comp
#version 450
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[64][32];
void main() {
  int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
  tile[y][x] = 0.0;
  barrier();
  dst[y * 32 + x] = tile[x + 32][y];
}
