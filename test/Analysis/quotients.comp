// Quotients and remainders where the lanes of a subgroup may or may not share one.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/hash.comp | FileCheck %t/hash.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/rows.comp | FileCheck %t/rows.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/quarters.comp | FileCheck %t/quarters.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/bounded.comp | FileCheck %t/bounded.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/steps.comp | FileCheck %t/steps.comp
// RUN: %wglint --verify --remarks --checks=redundant-global-load %t/reuse.comp
// RUN: %wglint --remarks --checks=uncoalesced-global-access %t/wrap.comp | FileCheck %t/wrap.comp
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %t/wrap-unknown.comp

//--- hash.comp
// The lanes of a subgroup span more than the divisor: no subgroup is in one row.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { uint hashed[]; };
layout(std430, binding = 1) buffer B { uint shifted[]; };
layout(std430, binding = 2) buffer C { uint aligned[]; };
layout(std430, binding = 3) buffer D { uint close[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // CHECK-LABEL: store global 'hashed'
  // CHECK-SAME: unknown
  // CHECK-NOT: straddles
  hashed[i * 1027u % 128u] = 0u;
  // CHECK-LABEL: store global 'shifted'
  // CHECK-SAME: unknown
  // CHECK-NOT: straddles
  shifted[i * 1027u >> 7] = 0u;
  // What is not known is a multiple of the divisor: worked out lane by lane.
  // CHECK-LABEL: store global 'aligned'
  // CHECK-SAME: exact
  // CHECK: per request 4, ideal 4
  aligned[i * 1025u % 32u] = 0u;
  // 31 * 4 is less than 192.
  // CHECK-LABEL: store global 'close'
  // CHECK: lane stride: 16 bytes
  // CHECK: assumed: no subgroup straddles a multiple of 192
  close[i * 4u % 192u] = 0u;
}

//--- rows.comp
// Rows of a subgroup that lie the divisor apart have quotients that differ by what is known.
#version 450
layout(local_size_x = 16, local_size_y = 4) in;
layout(std430, binding = 0) buffer A { uint columns[]; };
layout(std430, binding = 1) buffer B { uint again[]; };
void main() {
  uint i = gl_GlobalInvocationID.y * 500u + gl_GlobalInvocationID.x;
  // Both rows of a subgroup touch the same 16 elements.
  // CHECK-LABEL: store global 'columns'
  // CHECK: per request 2..3, ideal 2
  // CHECK: assumed: no row of a subgroup straddles a multiple of 500
  columns[i % 500u] = 0u;
  // CHECK-LABEL: store global 'again'
  // CHECK: per request 4..6, ideal 4
  again[i / 500u * 512u + i % 500u] = 0u;
}

//--- quarters.comp
// Four lanes each share a quotient; which four, an unknown start decides.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { uint quarters[]; };
layout(std430, binding = 1) buffer B { uint exact[]; };
layout(std430, binding = 2) buffer C { uint thirds[]; };
uniform uint start;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // CHECK-LABEL: store global 'quarters'
  // CHECK-SAME: bounded
  // CHECK: per request 1..2, ideal 1
  // CHECK: assumed: '32 * gl_WorkGroupID.x + start' is a multiple of 4
  quarters[(start + i) / 4u] = 0u;
  // CHECK-LABEL: store global 'exact'
  // CHECK-SAME: exact
  // CHECK: per request 1, ideal 1
  exact[i / 4u] = 0u;
  // Of 32 * gl_WorkGroupID.x + start at most every third is a multiple of 3.
  // CHECK-LABEL: store global 'thirds'
  // CHECK-SAME: unknown
  // CHECK-NOT: is a multiple of 3
  thirds[(start + i) / 3u] = 0u;
}

//--- steps.comp
// Lanes that lie whole divisors apart have quotients that differ by what is known, whatever the
// rest is.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { uint halves[]; };
layout(std430, binding = 1) buffer B { uint thirds[]; };
layout(std430, binding = 2) buffer C { uint rests[]; };
uniform uint start;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // CHECK-LABEL: store global 'halves'
  // CHECK: lane stride: 4 bytes
  // CHECK: per request 4..5, ideal 4
  // CHECK-NOT: straddles
  halves[(2u * i + start) / 2u] = 0u;
  // CHECK-LABEL: store global 'thirds'
  // CHECK: lane stride: 8 bytes
  // CHECK-NOT: straddles
  thirds[(6u * i + start) / 3u] = 0u;
  // All lanes have one remainder.
  // CHECK-LABEL: store global 'rests'
  // CHECK: per request 1, ideal 1
  // CHECK-NOT: straddles
  rests[(2u * i + start) % 2u] = 0u;
}

//--- reuse.comp
// What each subgroup's own quotient leads to may be another place for each: how often a workgroup
// loads the same bytes is not known. Where all invocations have one quotient it is.
#version 450
layout(local_size_x = 512) in;
layout(std430, binding = 0) readonly buffer A { float own[]; };
layout(std430, binding = 1) readonly buffer B { float same[]; };
layout(std430, binding = 2) writeonly buffer C { float sums[]; };
uniform uint width, count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < count; ++k) {
    sum += own[(i / width) * count + k];
    // expected-remark@+2 {{load from 'same' fetches each byte 16.0 times}}
    // expected-note@+1 {{load a tile at a time into shared memory}}
    sum += same[(k * 1024u + gl_LocalInvocationID.x % 32u)];
  }
  sums[i] = sum;
}

//--- bounded.comp
// The divisor is not known, but it is less than the lanes span.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { uint small[]; };
layout(std430, binding = 1) buffer B { uint any[]; };
uniform uint n;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (n > 0u && n <= 16u) {
    // CHECK-LABEL: store global 'small'
    // CHECK-SAME: unknown
    small[i % n] = 0u;
  } else {
    // CHECK-LABEL: store global 'any'
    // CHECK: assumed: no subgroup straddles a multiple of n
    any[i % n] = 0u;
  }
}

//--- wrap.comp
// Neighbours behind the end of a row are at its other end: x - 1 and x + 1 together touch 18
// elements in each of four rows.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { vec2 field[]; };
layout(std430, binding = 1) buffer B { float slope[]; };
const uint size = 512u;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  uint left = (p.x + size - 1u) % size, right = (p.x + 1u) % size;
  // CHECK: load from 'field' touches 10 sectors
  // CHECK: load from 'field' walks the same structures
  // CHECK: together they use 288 of the 768 bytes
  uint row = p.y * size, other = row + size * size;
  slope[row + p.x] = field[row + right].x - field[row + left].x +
                     field[other + right].x - field[other + left].x;
}

//--- wrap-unknown.comp
// expected-no-diagnostics
// The same where the length of a row is not known: what two loads use together of one row is
// too much of its sectors for a finding, and they are known to use it together.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { vec2 field[]; };
layout(std430, binding = 1) buffer B { float slope[]; };
uniform uint size;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  uint left = (p.x + size - 1u) % size, right = (p.x + 1u) % size;
  // CHECK: load from 'field' walks the same structures
  uint row = p.y * size, other = row + size * size;
  slope[row + p.x] = field[row + right].x - field[row + left].x +
                     field[other + right].x - field[other + left].x;
}
