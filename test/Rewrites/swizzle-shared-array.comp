// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/rows.comp | FileCheck %s --check-prefix=ROWS
// ROWS: needs-validation: exchanges the columns of 'tile' row by row: 1056 to 64 wavefronts
// ROWS: +  tile[l.y][int(l.x) ^ (int(l.y) & 31)] = src[g + l.y * 32u + l.x];
// ROWS: +  dst[g + l.y * 32u + l.x] = tile[l.x][int(l.y) ^ (int(l.x) & 31)];
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/flat.comp | FileCheck %s --check-prefix=FLAT
// FLAT: needs-validation: exchanges the columns of 'tile' row by row: 1056 to 64 wavefronts
// FLAT: +int swizzled(int i) { return i ^ (i / 32 % 32); }
// FLAT: +  AT(swizzled(int(l.y * 32u + l.x))) = src
// FLAT: +  dst[g + l.y * 32u + l.x] = AT(swizzled(int(l.x * 32u + l.y)));
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
