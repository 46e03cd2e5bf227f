// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=pad-shared-array %t/rows.comp | FileCheck %s --check-prefix=ROWS
// ROWS: safe: pads the rows of 'tile' from 32 to 33 elements: 1056 to 64 wavefronts
// ROWS: -shared vec2 other[4]; shared float tile[32][32]; // a tile
// ROWS: +shared vec2 other[4]; shared float tile[32][32 + 1]; // a tile

// Elements of four words; the size is a macro.
// RUN: %wglint-opt --rewrite=pad-shared-array %t/wide.comp | FileCheck %s --check-prefix=WIDE
// WIDE: safe: pads the rows of 'tile' from 16 to 17 elements
// WIDE: +shared vec4 tile[32][N + 1];

// Flattened: the row's length changes in every index, in a macro's body too.
// RUN: %wglint-opt --rewrite=pad-shared-array %t/macro.comp | FileCheck %s --check-prefix=MACRO
// MACRO: safe: pads the rows of 'tile' from 32 to 33 elements: 1056 to 64 wavefronts
// MACRO: +#define AT(r, c) tile[(r) * (N + 1) + (c)]
// MACRO: +shared float tile[N * (N + 1)];

// An index that does not show its row, and one that is a shift.
// RUN: %wglint-opt --rewrite=pad-shared-array %t/flat.comp | FileCheck %s --check-prefix=FLAT
// FLAT: safe: leaves an element out of 'tile' behind each 32
// FLAT: +shared float tile[1055];
// FLAT-NEXT: +uint padded(uint i) { return i + i / 32u; }
// FLAT: +  tile[padded(i)] = src[g + i];
// FLAT: +  dst[g + i] = tile[padded((l.x << 5) + l.y)];

// An index that leaves its row: to lengthen the rows would be wrong.
// RUN: %wglint-opt --rewrite=pad-shared-array %t/leaves.comp | FileCheck %s --check-prefix=LEAVES
// LEAVES: safe: leaves an element out of 'tile' behind each 32

// Structures: a member more, unless the host has them too.
// RUN: %wglint-opt --rewrite=pad-shared-array %t/structure.comp | FileCheck %s --check-prefix=STRUCTURE
// STRUCTURE: safe: pads the elements of 'ps' by 4 bytes
// STRUCTURE: +  float padding;
// RUN: %wglint-opt --rewrite=pad-shared-array %t/host.comp | FileCheck %s --check-prefix=HOST
// HOST: no offer: no padding of 'ps' lowers its wavefronts

// Refused: the array as a whole; no room for padding; a name that is not seen.
// RUN: %wglint-opt --rewrite=pad-shared-array %t/whole.comp | FileCheck %s --check-prefix=WHOLE
// WHOLE: refused: 'tile' is also used as a whole, not element by element
// RUN: %wglint-opt --rewrite=pad-shared-array %t/full.comp | FileCheck %s --check-prefix=NO-ROOM
// NO-ROOM: shared-bank-conflict
// NO-ROOM-NEXT: no offer
// RUN: %edit 's/256/255/' %t/full.comp > %t/nearly-full.comp
// RUN: %wglint-opt --rewrite=pad-shared-array %t/nearly-full.comp | FileCheck %s --check-prefix=FULL
// FULL: refused: with padding 'tile' does not fit into shared memory
// RUN: %wglint-opt --rewrite=pad-shared-array %t/unseen.comp | FileCheck %s --check-prefix=UNSEEN
// RUN: %wglint-opt --rewrite=pad-shared-array %t/include.comp | FileCheck %s --check-prefix=INCLUDE
// INCLUDE: refused: this is in the included file '{{.*}}tile.glsl'
// UNSEEN: refused: 'tile' also stands in code that is not compiled here
// A padding that takes the finding away, and as much as it saves elsewhere.
// RUN: %wglint-opt --rewrite=pad-shared-array %t/even.comp | FileCheck %s --check-prefix=EVEN
// EVEN: no offer: no padding of 't' lowers its wavefronts enough
// Conflicts that cost less than the function that would take them away.
// RUN: %wglint-opt --rewrite=pad-shared-array %t/sums.comp | FileCheck %s --check-prefix=SUMS
// SUMS: no offer: no padding of 's' lowers its wavefronts enough
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/sums.comp | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: no offer: it does not lower the wavefronts of 's' by more than its arithmetic costs

// A loop along rows calls the function once for a row.
// RUN: %wglint-opt --rewrite=pad-shared-array %t/along.comp | FileCheck %s --check-prefix=ALONG
// ALONG: safe: leaves an element out of 's' behind each 32
// ALONG: +  for (uint kRow = 0u; kRow < 64u; kRow += 32u) {
// ALONG-NEXT: +    uint sRow = padded((l * 32u + kRow) & 1023u);
// ALONG-NEXT: +    for (uint k = 0u; k < 32u; ++k)
// ALONG-NEXT: +      sum += s[sRow + k];
// ALONG: safe: leaves an element out of 's' behind each 32
// ALONG: +    sum += s[padded((l * 32u + k) & 1023u)];

// One component of each vector: there is nothing to pad and nothing to exchange.
// RUN: %wglint --fail-on=never %t/components.comp | FileCheck %s --check-prefix=COMPONENTS --implicit-check-not="fix '"
// COMPONENTS: warning: load from 'tile' is a 4-way bank conflict

//--- rows.comp
#version 450
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared vec2 other[4]; shared float tile[32][32]; // a tile
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uint g = gl_WorkGroupID.x * 1024u;
  tile[l.y][l.x] = src[g + l.y * 32u + l.x];
  barrier();
  dst[g + l.y * 32u + l.x] = tile[l.x][l.y];
}

//--- wide.comp
#version 450
#define N 16
layout(local_size_x = 32, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { vec4 src[]; };
layout(std430, binding = 1) writeonly buffer Dst { vec4 dst[]; };
shared vec4 tile[32][N];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uint i = gl_WorkGroupID.x * 512u + gl_LocalInvocationIndex;
  tile[l.x][l.y] = src[i];
  barrier();
  dst[i] = tile[31u - l.x][l.y];
}

//--- macro.comp
#version 450
#define N 32
#define AT(r, c) tile[(r) * N + (c)]
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[N * N];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uint g = gl_WorkGroupID.x * 1024u;
  AT(l.y, l.x) = src[g + l.y * 32u + l.x];
  barrier();
  dst[g + l.y * 32u + l.x] = AT(l.x, l.y);
}

//--- flat.comp
#version 450
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[1024];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uint g = gl_WorkGroupID.x * 1024u;
  uint i = l.y * 32u + l.x;
  tile[i] = src[g + i];
  barrier();
  dst[g + i] = tile[(l.x << 5) + l.y];
}

//--- leaves.comp
#version 450
layout(local_size_x = 32, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[1024];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uint g = gl_WorkGroupID.x * 1024u;
  tile[l.y * 32u + (l.x + 40u)] = src[g + l.y * 32u + l.x + 512u];
  barrier();
  dst[g + l.y * 32u + l.x] = tile[l.x * 32u + l.y];
}

//--- whole.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[32][32];
float first(float row[32]) { return row[0]; }
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = 0u; i < 32u; ++i)
    tile[l][i] = float(i);
  dst[gl_GlobalInvocationID.x] = first(tile[l]);
}

//--- full.comp
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[256][32];
void main() {
  uint l = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
  tile[l + y * 32u][y] = 1.0;
  dst[gl_GlobalInvocationID.x] = tile[l + y * 32u][y];
}

//--- unseen.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[1024];
void main() {
  uint l = gl_LocalInvocationID.x;
  tile[l * 32u] = 1.0;
#ifdef DEBUG
  tile[l * 32u + 1u] = 2.0;
#endif
  dst[gl_GlobalInvocationID.x] = tile[l * 32u];
}

//--- structure.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
struct P {
  float x, y, z, mass; // mass last
};
shared P ps[32];
void main() {
  uint l = gl_LocalInvocationID.x;
  ps[l].x = float(l);
  ps[l].mass = 1.0;
  dst[l] = ps[l].mass * ps[l].x;
}

//--- host.comp
#version 450
layout(local_size_x = 32) in;
struct P {
  float x, y, z, mass;
};
layout(std430, binding = 0) readonly buffer Src { P src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared P ps[32];
void main() {
  uint l = gl_LocalInvocationID.x;
  ps[l].x = src[l].x;
  dst[l] = ps[l].x;
}

//--- tile.glsl
shared float tile[32][32];

//--- include.comp
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
#include "tile.glsl"
void main() {
  uint l = gl_LocalInvocationID.x;
  tile[l][0] = 1.0;
  dst[l] = tile[l][0];
}

//--- sums.comp
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[128u + l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 64u; d > 0u; d /= 2u) {
    if (l < d)
      s[d + l] = s[2u * (d + l)] + s[2u * (d + l) + 1u];
    barrier();
  }
  if (l == 0u)
    dst[gl_WorkGroupID.x] = s[1];
}

//--- even.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float t[8][8 + 2][2];
void main() {
  uint lx = gl_LocalInvocationID.x, ly = gl_LocalInvocationID.y;
  uint i = (gl_WorkGroupID.x * 64u + gl_LocalInvocationIndex) * 2u;
  t[lx][ly][0] = src[i];
  t[lx][ly][1] = src[i + 1u];
  barrier();
  float sum = 0.0;
  for (int k = 0; k < 8; ++k)
    sum += t[lx][k][0] * t[lx][k][1];
  dst[i] = sum;
}

//--- along.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[1024];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = l; i < 1024u; i += 32u)
    s[i] = 1.0;
  barrier();
  float sum = 0.0;
  for (uint k = 0u; k < 64u; ++k)
    sum += s[(l * 32u + k) & 1023u];
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- components.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared vec4 tile[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  tile[l] = vec4(float(l));
  barrier();
  float sum = 0.0;
  for (uint k = 0u; k < 8u; ++k)
    sum += tile[(l + k) & 63u].w;
  dst[l] = sum;
}
