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
// ODD: no offer: the rows of 'tile' are no power of two long

// A loop along rows calls the function once for a row; what else uses the
// loop's variable adds the row's start.
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/along.comp | FileCheck %s --check-prefix=ALONG
// ALONG: needs-validation: exchanges the columns of 's' row by row: 2080 to 96 wavefronts
// ALONG: +uint swizzled(uint i) { return i ^ (i / 32u % 32u); }
// ALONG: +    s[swizzled(i)] = 1.0;
// ALONG: +  for (uint kRow = 0u; kRow < 64u; kRow += 32u) {
// ALONG-NEXT: +    uint sRow = swizzled((l * 32u + kRow) & 1023u);
// ALONG-NEXT: +    for (uint k = 0u; k < 32u; ++k)
// ALONG-NEXT: +      sum += s[sRow ^ k] * float(kRow + k);
// ALONG-NEXT: +  }
// The form without is the second choice.
// ALONG: needs-validation:
// ALONG: +    sum += s[swizzled((l * 32u + k) & 1023u)] * float(k);
// RUN: cp %t/along.comp %t/fixed.comp
// RUN: %wglint --device=llvmpipe --fix=swizzle-shared-array %t/fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF
// PROOF: validated: 3 sizes x 3 seeds, 1 output identical
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t/fixed.comp
// FIXED: sum += s[sRow ^ k] * float(kRow + k);

// Parts of rows: rows of eight, an outer loop in steps of eight, a loop that is
// no longer than a part, indices of another type, by a variable of the loop.
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/parts.comp | FileCheck %s --check-prefix=PARTS
// PARTS: int sRow = swizzled(l * 32 + t + int(0u));
// PARTS-NEXT: int sRow2 = swizzled((l ^ 1) * 32 + t + int(0u));
// PARTS: for (uint k = 0u; k < 8u; ++k)
// PARTS: sum += s[sRow ^ int(k)] + s[sRow2 ^ int(k)];
// PARTS: for (int kRow = 8; kRow <= 23; kRow += 8) {
// PARTS-NEXT: int eRow = (l * 24 | kRow) % 1024;
// PARTS-NEXT: int sRow3 = swizzled(eRow);
// PARTS-NEXT: for (int k = 0; k < 8; k++) {
// PARTS: sum += s[sRow3 ^ k];

// Two loops side by side declare the same name in front of them.
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/beside.comp | FileCheck %s --check-prefix=BESIDE
// BESIDE: uint eRow = l * 32u + 0u;
// BESIDE-NEXT: uint sRow = swizzled(eRow);
// BESIDE: sum += s[sRow ^ k];
// BESIDE: uint eRow2 = (l ^ 1u) * 32u + 0u;
// BESIDE-NEXT: uint sRow2 = swizzled(eRow2);
// BESIDE: sum += s[sRow2 ^ k];
// No zero is added.
// BESIDE: uint sRow3 = swizzled(l * 32u);
// BESIDE: sum -= s[sRow3 ^ k];

// A carry may reach the row, the loop may end early, the number of iterations
// is no multiple or not known, memory is read: the call stays where it was.
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/across.comp | FileCheck %s --check-prefix=ACROSS
// ACROSS: needs-validation:
// ACROSS-NOT: Row
// ACROSS: sum += s[swizzled(l * 32u + k + 1u)];
// ACROSS: sum += s[swizzled(l * 32u + 2u * k)];
// ACROSS: sum += s[swizzled(l * 32u + (k & 14u))];
// ACROSS: sum += s[swizzled(l * 34u + k)];
// ACROSS: sum += s[swizzled(l * 16u + k)];
// ACROSS: sum += s[swizzled(l * 32u + k)];
// ACROSS: sum += s[swizzled(l * 32u + k)];
// ACROSS: sum += s[swizzled(rows[l] * 32u + k)];
// ACROSS-NOT: Row

// Lanes that are two rows of banks apart: other columns every 64 elements.
// RUN: %edit -e 's/l \* 32u + k) & 1023u/l * 64u + k) \& 2047u/' -e 's/1024/2048/' %t/along.comp > %t/apart.comp
// RUN: %wglint-opt --rewrite=swizzle-shared-array %t/apart.comp | FileCheck %s --check-prefix=APART
// APART: needs-validation: exchanges the columns of 's' row by row: 2112 to 128 wavefronts
// APART: +uint swizzled(uint i) { return i ^ (i / 64u % 32u); }
// APART: sRow = swizzled((l * 64u + kRow) & 2047u);
// RUN: %wglint-opt --rewrite=pad-shared-array %t/apart.comp | FileCheck %s --check-prefix=PADDED
// PADDED: safe: leaves an element out of 's' behind each 64: 2112 to 128 wavefronts

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
    sum += s[(l * 32u + k) & 1023u] * float(k);
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- parts.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[1024];
void main() {
  int l = int(gl_LocalInvocationID.x);
  for (int i = l; i < 1024; i += 32)
    s[i] = 1.0;
  barrier();
  float sum = 0.0;
  for (int t = 0; t < 32; t += 8)
    for (uint k = 0u; k < 8u; ++k)
      sum += s[l * 32 + t + int(k)] + s[(l ^ 1) * 32 + t + int(k)];
  for (int k = 8; k <= 23; k++) {
    int e = (l * 24 | k) % 1024;
    sum += s[e];
  }
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- across.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Rows { uint rows[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint count;
shared float s[1024];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = l; i < 1024u; i += 16u)
    s[i] = 1.0;
  barrier();
  float sum = 0.0;
  for (uint k = 0u; k < 16u; ++k)
    sum += s[l * 32u + k + 1u];
  for (uint k = 0u; k < 16u; ++k)
    sum += s[l * 32u + 2u * k];
  for (uint k = 0u; k < 32u; ++k)
    sum += s[l * 32u + (k & 14u)];
  for (uint k = 0u; k < 16u; ++k)
    sum += s[l * 34u + k];
  for (uint k = 0u; k < 64u; ++k) {
    sum += s[l * 16u + k];
    if (k == count)
      break;
  }
  for (uint k = 0u; k < 30u; ++k)
    sum += s[l * 32u + k];
  for (uint k = 0u; k < count; ++k)
    sum += s[l * 32u + k];
  for (uint k = 0u; k < 32u; ++k)
    sum += s[rows[l] * 32u + k];
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- beside.comp
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
  for (uint k = 0u; k < 32u; ++k) {
    uint e = l * 32u + k;
    sum += s[e];
  }
  for (uint k = 0u; k < 32u; ++k) {
    uint e = (l ^ 1u) * 32u + k;
    sum += s[e];
  }
  for (uint k = 0u; k < 32u; ++k)
    sum -= s[l * 32u + k];
  dst[gl_GlobalInvocationID.x] = sum;
}
