// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %t/example.comp
// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %t/near-miss.comp %t/boundary.comp %t/loop.comp \
// RUN:   %t/wide.comp %t/parts.comp %t/calls.comp %t/whole.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/times.comp %t/open.comp \
// RUN:   %t/small.comp %t/lifting.comp %t/nested.comp %t/outside.comp %t/words.comp %t/rows.comp
// RUN: %wglint --verify --remarks --checks=shared-bank-conflict --target=intel-xe %t/undocumented.comp
// RUN: %wglint --verify --remarks --checks=shared-bank-conflict --target=mali-valhall %t/no-banks.comp
// RUN: %edit -e 's/bodies.i..y/bodies[i].y * bodies[i].w/' -e 's/-warning/-remark/' -e 's/[.]w;/.z;/' %t/words.comp > %t/three-words.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/three-words.comp
// RUN: %edit -e 's/bodies.i..y/bodies[i ^ 1u].y/' -e 's/(the second)/expected-warning@+1 {{bodies.y}}/' -e 's/would do .}/would do, 384 extra in each workgroup [}/' %t/words.comp > %t/other-words.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/other-words.comp
// RUN: %edit -e 's/sum += .*/sum += bodies[i].x; if (data[k] > 0.0) sum += bodies[i].y;/' -e 's/would do .}/would do, 384 extra in each workgroup [}/' %t/words.comp > %t/branch-words.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/branch-words.comp \
// RUN:   %t/two-loops.comp %t/pairs.comp %t/unknown-base.comp %t/stored-words.comp
// RUN: %edit -e '/bodies.i..z/a bodies[i].w = 0.0;' -e 's/-warning/-remark/' %t/stored-words.comp > %t/stored-whole.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/stored-whole.comp \
// RUN:   %t/shape.comp
// RUN: %edit 's/local_size_x_id = 0, local_size_y_id = 1/local_size_x = 8, local_size_y = 8/' %t/shape.comp > %t/written-shape.comp
// RUN: %exits_with 1 %wglint --quiet --output-format=concise --checks=shared-bank-conflict %t/written-shape.comp | FileCheck %t/shape.comp
// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %t/channels.comp
// RUN: %wglint --verify --verify-ignore=note,remark --remarks --checks=shared-bank-conflict %t/components.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict -D'ROW=48' -D'RED=l.x' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict -D'ROW=32' -D'RED=l.x ^ 1u' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/barrier-between.comp \
// RUN:   %t/members.comp %t/lights.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict -DSTEP=2 -DROW=33 %t/one-array.comp
// RUN: %exits_with 1 %wglint --checks=shared-bank-conflict -DSTEP=2 -DROW=33 %t/one-array.comp | FileCheck --check-prefix=APART %t/one-array.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict -DSTEP=1 -DROW=34 %t/one-array.comp
// RUN: %exits_with 1 %wglint --checks=shared-bank-conflict -DSTEP=1 -DROW=34 %t/one-array.comp | FileCheck --check-prefix=ROWS %t/one-array.comp
// RUN: %edit -e 's/l < count; /l < readCount; /' -e '/sum +=/s/near.l./near[l % 512u]/g' -e 's/expected-remark/expected-warning/' %t/lights.comp > %t/open-lights.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/open-lights.comp
// RUN: %wglint --verify --verify-ignore=note --checks=shared-bank-conflict -DROWS=128 %t/no-room.comp
// RUN: %exits_with 1 %wglint --checks=shared-bank-conflict -DROWS=128 %t/no-room.comp | FileCheck --check-prefix=FULL %t/no-room.comp
// RUN: %exits_with 1 %wglint --checks=shared-bank-conflict -DROWS=64 %t/no-room.comp | FileCheck --check-prefix=ROOM %t/no-room.comp
// RUN: %wglint --verify --verify-ignore=note --checks=shared-bank-conflict %t/either.comp
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %t/outside.comp | FileCheck %t/outside.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 32, local_size_y = 32) in;

layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[32][32];

void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uvec2 g = gl_WorkGroupID.xy * 32u;
  tile[l.y][l.x] = src[(g.y + l.y) * 1024u + g.x + l.x];
  barrier();
  // expected-warning@+3 {{load from 'tile' is a 32-way bank conflict: 32 wavefronts per request where 1 would do, 992 extra in each workgroup}}
  // expected-note@+2 {{78 % of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{pad the array (pad-shared-array) or permute its index}}
  dst[(g.x + l.y) * 1024u + g.y + l.x] = tile[l.x][l.y];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// One element of padding; an odd distance; one word for all lanes.
#version 450
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float tile[32][33];
shared float line[1024];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  tile[l.y][l.x] = 1.0;
  line[gl_LocalInvocationIndex] = 2.0;
  barrier();
  dst[gl_LocalInvocationIndex] =
      tile[l.x][l.y] + line[(l.x * 5u) & 1023u] + line[l.y];
}

//--- boundary.comp
// A distance of two words is a 2-way conflict, of four a 4-way one; the former is a
// remark where there are few of them.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = 1.0;
  s[l + 64u] = 1.0;
  barrier();
  // expected-remark@+3 {{load from 's' is a 2-way bank conflict: 2 wavefronts per request where 1 would do, 2 extra in each workgroup}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{pad the array}}
  float v = s[l * 2u];
  // expected-warning@+3 {{load from 's' is a 4-way bank conflict: 4 wavefronts per request where 1 would do, 6 extra in each workgroup}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{pad the array}}
  dst[l] = v + s[(l * 4u) & 127u];
}

//--- times.comp
// 33 extra wavefronts for each of the two subgroups, and 32.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[128];
shared float t[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = t[l] = 1.0;
  s[l + 64u] = t[l + 64u] = 1.0;
  barrier();
  float sum = 0.0;
  for (uint k = 0u; k < 33u; k++)
    // expected-warning@+1 {{load from 's' is a 2-way bank conflict: 2 wavefronts per request where 1 would do, 66 extra in each workgroup}}
    sum += s[(l * 2u + k) & 127u];
  for (uint k = 0u; k < 32u; k++)
    // expected-remark@+1 {{load from 't' is a 2-way bank conflict: 2 wavefronts per request where 1 would do, 64 extra in each workgroup}}
    sum += t[(l * 2u + k) & 127u];
  dst[l] = sum + s[l * 2u]; // NOLINT(shared-bank-conflict)
}

//--- loop.comp
// Interleaved reduction: 2-, 4-, 8-way and back, as an H200 counts it (47 wavefronts
// for each of the three accesses); one finding speaks for all three.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = float(l);
  barrier();
  for (uint d = 1u; d < 256u; d *= 2u) {
    uint i = 2u * d * l;
    // expected-warning@+5 {{load from 's' is a 1- to 8-way bank conflict: 1 to 8 wavefronts per request where 1 would do, 35 extra in each workgroup}}
    // expected-note@+4 {{counted for NVIDIA Ampere (32 lanes)}}
    // expected-note@+3 {{pad the array}}
    // expected-note@+2 {{load from 's' conflicts alike}}
    // expected-note@+1 {{store to 's' conflicts alike}}
    if (i < 256u) s[i] += s[i + d];
    barrier();
  }
  // Only some of its requests conflict, and they less than double the total.
  for (uint h = 8u; h < 256u; h *= 2u) {
    // expected-remark@+3 {{store to 's' is a 1- to 2-way bank conflict}}
    // expected-note@+2 {{counted for}}
    // expected-note@+1 {{pad the array}}
    if (l < 128u) s[(l / h) * h * 2u + l % h] = 0.0;
    barrier();
  }
  dst[l] = s[l];
}

//--- wide.comp
// 16 bytes for each lane need four wavefronts; those are no conflict.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { vec4 dst[]; };
shared vec4 s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l + 64u] = vec4(1.0);
  // expected-remark@+3 {{store to 's' is a 2-way bank conflict: 8 wavefronts per request where 4 would do, 8 extra in each workgroup}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{pad the array}}
  s[l * 2u] = vec4(0.0);
  barrier();
  dst[l] = s[63u - l];
}

//--- parts.comp
// Neighbours take one component of neighbouring vectors: no row is too short.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared vec4 s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = vec4(float(l));
  barrier();
  // expected-warning@+3 {{load from 's' is a 4-way bank conflict: 4 wavefronts per request where 1 would do, 6 extra in each workgroup}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{keep what is accessed in an array of its own, so that neighbouring lanes want neighbouring words; a structure can be padded instead}}
  dst[l] = s[63u - l].w;
}

//--- undocumented.comp
// expected-no-diagnostics
// How Intel splits 16 bytes is not documented: what may conflict is no finding.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { vec4 dst[]; };
shared vec4 s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = vec4(1.0);
  barrier();
  dst[l] = s[63u - l];
}

//--- no-banks.comp
// expected-no-diagnostics
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[2048];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l * 32u] = 1.0;
  barrier();
  dst[l] = s[l * 32u];
}

//--- calls.comp
// A function that is called twice is one place: one finding, both calls in its
// total.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer O { float o[]; };
shared float s[1024];
float column(uint scale) {
  // expected-warning@+4 {{load from 's' is a 32-way bank conflict: 32 wavefronts per request where 1 would do, 46 extra in each workgroup}}
  // expected-note@+3 {{counted for}}
  // expected-note@+2 {{pad the array}}
  // The worst call is the one that is named.
  return s[gl_LocalInvocationID.x * scale];
}
void main() {
  s[gl_LocalInvocationID.x] = 1.0;
  barrier();
  o[gl_LocalInvocationID.x] = column(16u);
  // expected-note@+1 {{called from here}}
  o[gl_LocalInvocationID.x + 32u] = column(32u);
}

//--- whole.comp
// A structure that is copied as a whole is one place; its members are not.
#version 450
layout(local_size_x = 64) in;
struct Pair { float a; float b; float c; float d; };
layout(std430, binding = 0) buffer Data { float data[]; };
shared Pair whole[64];
shared Pair members[64];
void main() {
  uint lid = gl_LocalInvocationID.x;
  // expected-remark@+3 {{store to 'whole' is a 4-way bank conflict}}
  // expected-note@+2 {{assumed: shared structures are laid out by the rules of std430}}
  // expected-note@+1 {{pad the array}}
  whole[lid] = Pair(data[lid], 1.0, 2.0, 3.0);
  // expected-warning@+3 {{store to 'members.a' is a 4-way bank conflict}}
  // expected-note@+2 {{assumed: shared structures are laid out by the rules of std430}}
  // expected-note@+1 {{keep what is accessed in an array of its own}}
  members[lid].a = data[lid];
  barrier();
  // expected-note@+1 {{load from 'members.a' conflicts alike}}
  data[lid] = members[63u - lid].a;
  if (lid == 0u)
    data[lid + 64u] = whole[63].b;
}

//--- open.comp
// How vectors of three lie is left open: packed, they do not conflict.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared vec3 triples[64];
void main() {
  uint lid = gl_LocalInvocationID.x;
  // expected-remark@+1 {{store to 'triples' is a 2- to 4-way bank conflict}}
  triples[lid] = data[gl_GlobalInvocationID.x].xyz;
  barrier();
  data[gl_GlobalInvocationID.x].xyz = triples[63u - lid];
}

//--- small.comp
// One array is used once, the other in a loop.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float once[128];
shared float often[128];
uniform uint N;
void main() {
  uint lid = gl_LocalInvocationID.x;
  uint gid = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{store to 'once' is a 2-way bank conflict}}
  once[2u * lid] = data[gid];
  barrier();
  float sum = once[126u - 2u * lid];
  for (uint k = 0u; k < N; k++) {
    // expected-warning@+1 {{store to 'often' is a 4-way bank conflict}}
    often[4u * lid & 127u] = data[k * 4096u + gid];
    barrier();
    sum += often[124u - (4u * lid & 127u)];
    barrier();
  }
  data[gid] = sum;
}

//--- lifting.comp
// Pairs of a line that the workgroup shares out: each of its loops runs a few times.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float line[1024];
uniform uint count;
void main() {
  uint lid = gl_LocalInvocationID.x;
  uint first = gl_WorkGroupID.x * 1024u;
  for (uint k = lid; k < count; k += 64u)
    line[k] = data[first + k];
  barrier();
  for (uint k = 2u * lid; k < count; k += 128u)
    // expected-remark@+1 {{is a 2-way bank conflict}}
    line[k] *= 0.5;
  barrier();
  for (uint k = lid; k < count; k += 64u)
    data[first + k] = line[k];
}

//--- nested.comp
// Inside of another loop, two ways count.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float line[1024];
uniform uint count, steps;
void main() {
  uint lid = gl_LocalInvocationID.x;
  uint first = gl_WorkGroupID.x * 1024u;
  for (uint k = lid; k < count; k += 64u)
    line[k] = data[first + k];
  barrier();
  float sum = 0.0;
  for (uint step = 0u; step < steps; step++)
    for (uint k = 0u; k < count; k++)
      // expected-warning@+1 {{load from 'line' is a 2-way bank conflict}}
      sum += line[2u * lid + k];
  data[first + lid] = sum;
}

//--- outside.comp
// What lanes do whose index lies outside of an array is undefined: they do not count.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float tile[16][16];
shared float near[32][16];
shared float far[16];
void main() {
  uint l = gl_LocalInvocationIndex;
  // 16 lanes are inside, and conflict for two banks.
  // CHECK-LABEL: store shared 'tile'
  // CHECK: per request 8, ideal 1, ways 8
  // CHECK: assumed: lanes whose index lies outside of the array do not count
  // expected-warning@+1 {{store to 'tile' is an 8-way bank conflict: 8 wavefronts per request where 1 would do, 7 extra in each workgroup}}
  tile[l][0] = 1.0;
  // CHECK-LABEL: store shared 'near'
  // CHECK: per request 16, ideal 1, ways 16
  // CHECK-NOT: assumed
  // The one in the loop speaks for it.
  near[l][0] = 1.0;
  // CHECK-LABEL: store shared 'far'
  // CHECK-SAME: unknown (undefined: its index lies outside of the array)
  far[l * 32u + 16u] = 1.0;
  // In the last iteration no lane is inside.
  // CHECK-LABEL: store shared 'near'
  // CHECK: per request 16, ideal 1, ways 16
  // CHECK-NEXT: workgroup: requests 2, wavefronts 32, ideal 2
  // expected-warning@+2 {{store to 'near' is a 16-way bank conflict: 16 wavefronts per request where 1 would do, 30 extra in each workgroup}}
  for (uint k = 0u; k < 3u; ++k)
    near[l + (k >> 1u) * 32u][1] = 1.0;
  barrier();
  // CHECK-LABEL: load shared 'tile'
  dst[l] = tile[0][l & 15u] + near[0][l & 15u] + far[l & 15u];
}

//--- words.comp
// Words of one structure that each lane takes one by one go as one request: two of four
// as one of eight bytes with a conflict, whose count is not said.
#version 450
layout(local_size_x = 64) in;
struct Body { float x, y, z, mass; };
layout(std430, binding = 0) buffer Data { float data[]; };
shared Body bodies[64];
void main() {
  float sum = 0.0;
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (gl_LocalInvocationIndex + k) & 63u;
    // expected-warning@+2 {{load from 'bodies.x' is a 4-way bank conflict: 4 wavefronts per request where 1 would do [}}
    // (the second)
    sum += bodies[i].x * bodies[i].y;
  }
  data[gl_GlobalInvocationID.x] = sum;
}

//--- two-loops.comp
// Four words without a conflict, and two of them with one.
#version 450
layout(local_size_x = 64) in;
struct Body { float x, y, z, mass; };
layout(std430, binding = 0) buffer Data { float data[]; };
shared Body bodies[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  float sum = 0.0;
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (l + k) & 63u;
    // expected-remark@+1 {{load from 'bodies.x'}}
    sum += bodies[i].x * bodies[i].y + bodies[i].z * bodies[i].mass;
  }
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (l - k) & 63u;
    // expected-warning@+1 {{load from 'bodies.x' is a 4-way}}
    sum += bodies[i].x * bodies[i].y;
  }
  data[gl_GlobalInvocationID.x] = sum;
}

//--- pairs.comp
// Both words of a pair of their own are one request of eight bytes.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared vec2 pairs[64];
void main() {
  float sum = 0.0;
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (gl_LocalInvocationIndex + k) & 63u;
    // expected-remark@+1 {{load from 'pairs' is a 2-way bank conflict: 2 wavefronts per request where 1 would do [}}
    sum += pairs[i].x * pairs[i].y;
  }
  data[gl_GlobalInvocationID.x] = sum;
}

//--- unknown-base.comp
// Of a loop that ends where the host says: in steps of a vector the words of each are
// one request, in steps of a word nobody knows where one begins.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared vec4 vectors[1024];
shared float words[4096];
uniform uint count;
void main() {
  uint l = gl_LocalInvocationIndex;
  float sum = 0.0;
  for (uint i = l, k = 0u; k < 16u && k < count; i += 64u, ++k)
    // expected-remark@+1 {{load from 'vectors' is a 4-way bank conflict}}
    sum += vectors[i].x * vectors[i].y + vectors[i].z * vectors[i].w;
  for (uint k = 0u; k < count; ++k) {
    uint i = 4u * l + k;
    // expected-warning@+1 {{load from 'words' is a 4-way bank conflict}}
    sum += words[i] * words[i + 1u] + words[i + 2u] * words[i + 3u];
  }
  data[gl_GlobalInvocationID.x] = sum;
}

//--- stored-words.comp
// Three of four are stored as eight bytes and four, four without a conflict.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared vec4 bodies[64];
void main() {
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (gl_LocalInvocationIndex + k) & 63u;
    // expected-warning@+1 {{store to 'bodies' is a 4-way bank conflict: 4 wavefronts per request where 1 would do [}}
    bodies[i].x = data[i];
    bodies[i].y = data[i + k];
    bodies[i].z = data[i + 64u];
  }
  data[gl_GlobalInvocationID.x] = bodies[0].w;
}

//--- shape.comp
// A shape that nobody has written, and a tile of another size.
// CHECK: written-shape.comp:{{.*}}: warning: load from 'tile' is a 4-way bank conflict
#version 450
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[16][16], filled[64];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  filled[gl_LocalInvocationIndex] = data[gl_GlobalInvocationID.x];
  barrier();
  float sum = filled[0];
  for (uint k = 0u; k < 16u; ++k)
    // expected-remark@+1 {{load from 'tile' is a 4-way bank conflict}}
    sum = fma(tile[l.x][k], sum, tile[k][l.y]);
  data[gl_GlobalInvocationID.x] = sum;
}

//--- channels.comp
// One colour in four arrays, whose stores and loads longer rows mend: one finding.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared float red[32][32], green[32][32], blue[32][32], alpha[32][32];
vec4 load(uvec2 at) {
  // expected-note@+3 {{likewise: load from 'green' here}}
  // expected-note@+3 {{likewise: load from 'blue' here}}
  // expected-note@+1 {{likewise: load from 'red' here}}
  return vec4(red[at.x * 2u % 32u][at.y], green[at.x * 2u % 32u][at.y],
              blue[at.x * 2u % 32u][at.y], 1.0);
}
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  vec4 v = data[gl_GlobalInvocationID.x];
  // expected-warning@+3 {{store to 'red' is a 32-way bank conflict: 32 wavefronts per request where 1 would do, 248 extra in each workgroup}}
  // expected-note@+2 {{counted for NVIDIA Ampere}}
  // expected-note@+1 {{pad the array}}
  red[l.x][l.y] = v.r;
  // expected-note@+1 {{likewise: store to 'green' here}}
  green[l.x][l.y] = v.g;
  // expected-note@+1 {{likewise: store to 'blue' here}}
  blue[l.x][l.y] = v.b;
  // expected-note@+1 {{likewise: store to 'alpha' here}}
  alpha[l.x][l.y] = v.a;
  barrier();
  data[gl_GlobalInvocationID.x] = load(l);
}

//--- apart.comp
// Rows of another length, or lanes at other distances, are mended elsewhere.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared float red[32][32], green[32][ROW];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  vec4 v = data[gl_GlobalInvocationID.x];
  // expected-warning@+1 {{store to 'red' is}}
  red[RED][l.y] = v.r;
  // expected-warning@+1 {{store to 'green' is}}
  green[l.x][l.y] = v.g;
  barrier();
  data[gl_GlobalInvocationID.x] = vec4(red[l.y][l.x], green[l.y][l.x], 0.0, 0.0);
}

//--- barrier-between.comp
// What is not made in one go has another place for its remedy.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared float red[32][32], green[32][32];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  vec4 v = data[gl_GlobalInvocationID.x];
  // expected-warning@+1 {{store to 'red' is}}
  red[l.x][l.y] = v.r;
  barrier();
  // expected-warning@+1 {{store to 'green' is}}
  green[l.x][l.y] = v.g + red[l.y][l.x];
  barrier();
  data[gl_GlobalInvocationID.x] = vec4(green[l.y][l.x]);
}

//--- one-array.comp
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

//--- members.comp
// Words of one element, taken one by one or as a whole, and on two paths.
#version 450
layout(local_size_x = 64) in;
struct Entry { uint hash, index; };
layout(std430, binding = 0) readonly buffer Src { Entry src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
uniform uint count;
shared Entry entries[512];

void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint k = 0u; k < 8u; ++k) {
    uint i = l * 8u + k;
    if (gl_WorkGroupID.x * 512u + i < count) {
      // expected-warning@+1 {{store to 'entries' is a 16-way bank conflict}}
      entries[i] = src[gl_WorkGroupID.x * 512u + i];
    } else {
      entries[i].hash = ~0u;
      entries[i].index = ~0u;
    }
  }
  barrier();
  uint sum = 0u;
  for (uint k = 0u; k < 8u; ++k)
    sum += entries[l * 8u + k].hash;
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- lights.comp
// All 512 are read by everyone after they have been stored once.
#version 450
layout(local_size_x = 128) in;
struct Light { vec4 place, colour; };
layout(std430, binding = 0) readonly buffer Lights { Light lights[]; };
layout(std430, binding = 1) writeonly buffer Sums { vec4 sums[]; };
uniform uint lightCount, readCount;
shared Light near[512];

void main() {
  uint first = gl_LocalInvocationIndex * 4u, count = min(lightCount, 512u);
  for (uint l = first; l < min(first + 4u, count); ++l)
    // expected-remark@+1 {{store to 'near' is an 8-way bank conflict}}
    near[l] = lights[l];
  barrier();
  vec4 sum = vec4(0.0);
  for (uint l = 0u; l < count; ++l)
    sum += near[l].place * near[l].colour;
  sums[gl_GlobalInvocationID.x] = sum;
}

//--- no-room.comp
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

//--- components.comp
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

//--- either.comp
// What is extra is that of one way through the branches: two calls of the four.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(binding = 1) uniform Mode { int mode; };
shared float rows[64][64];

float sumOfColumn(uint first) {
  float sum = 0.0;
  for (uint i = 0u; i < 64u; ++i)
    // expected-warning@+1 {{a 32-way bank conflict: 32 wavefronts per request where 1 would do, 7936 extra in each workgroup}}
    sum += rows[gl_LocalInvocationID.x][i ^ first];
  return sum;
}

void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = 0u; i < 64u; ++i)
    rows[i][l] = data[i * 64u + l];
  barrier();
  if (mode == 1)
    data[l] = sumOfColumn(0u) + sumOfColumn(1u);
  else if (mode == 2)
    data[l] = sumOfColumn(2u);
  else if (mode == 3)
    data[l] = sumOfColumn(3u);
}

//--- rows.comp
// The width of the tile decides how many lanes share a row: few, most often. That of rows a
// multiple of 32 words apart makes no difference.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(binding = 1) uniform Tile { uint width; };
shared float tile[132 * 40];
shared float alike[64 * 32];
void main() {
  for (uint i = gl_LocalInvocationIndex; i < width * 40u; i += 64u) {
    uint at = i / width * 132u + i % width * 4u;
    // expected-remark@+1 {{store to 'tile' is a 4-way bank conflict}}
    tile[at] = data[i];
    // expected-warning@+1 {{store to 'alike' is a 32-way bank conflict}}
    alike[gl_LocalInvocationIndex / width * 2048u + gl_LocalInvocationIndex * 32u] = data[i];
  }
  barrier();
  data[gl_GlobalInvocationID.x] = alike[gl_LocalInvocationIndex] + tile[gl_LocalInvocationIndex * 33u];
}
