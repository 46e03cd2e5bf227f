// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/example.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier --target-env=vulkan %t/order.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/last.comp %t/near-miss.comp %t/unshared.comp %t/blocks.comp \
// RUN:   %t/counted.comp %t/one-image.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %t/first.comp %t/small.comp \
// RUN:   %t/copy.comp %t/elsewhere.comp %t/one-subgroup.comp %t/inout.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier,uninitialized-shared-read -D'LATE=(k & 7u) == 7u' %t/later.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier,uninitialized-shared-read -D'LATE=k > 9u' %t/later.comp
// RUN: %edit -e 's/local_size_x = 32/local_size_x = 33/' -e 's/expected-remark/expected-warning/' %t/one-subgroup.comp > %t/two-subgroups.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %t/two-subgroups.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier -DSTEPS=63u %t/tiles.comp
// RUN: %edit 's/expected-warning/expected-remark/' %t/tiles.comp > %t/long-tiles.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier -DSTEPS=64u %t/long-tiles.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/older.comp %t/twice.comp %t/unknown.comp %t/sign.comp \
// RUN:   %t/exchange.comp %t/tickets.comp %t/sums.comp %t/edge.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %t/skeleton.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier,uninitialized-shared-read --target-env=vulkan %t/matrix.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier,data-race,divergent-barrier %t/tail.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier,uninitialized-shared-read %t/placeholder.comp
// RUN: %edit -e '/expected-no/d' -e 's/(only as given)/expected-warning@+1 {{this barrier orders nothing}}/' -e 's/(of the same array)/expected-remark@+1 {{this barrier orders nothing}}/' %t/placeholder.comp > %t/given.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier --spec=0=1 %t/given.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  dst[g] = s[l] * 2.0;
}
// [/example]

//--- last.comp
// Nothing is left to wait for behind the last access, even where it is in a loop.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  for (int i = 0; i < 4; i++) {
    dst[g] += 1.0;
    // expected-warning@+2 {{this barrier orders nothing}}
    // expected-note@+1 {{leave it out}}
    barrier();
  }
  // expected-remark@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
}

//--- order.comp
// The first lane of the first subgroup need not be invocation 0; what a lane stores
// itself, it has.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
shared float total;
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  float sum = subgroupAdd(s[l]);
  if (gl_SubgroupID == 0u && subgroupElect())
    total = sum;
  // expected-remark@+3 {{this barrier orders nothing}}
  // expected-note@+2 {{assumed: subgroups hold the invocations in the order of their indices}}
  // expected-note@+1 {{leave it out}}
  barrier();
  if (l == 0u)
    dst[gl_WorkGroupID.x] = total;
}

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u] * 2.0;
}

//--- twice.comp
// One of the two is enough.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[256];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  barrier();
  dst[g] = s[l ^ 1u] * 2.0;
}

//--- unknown.comp
// expected-no-diagnostics
// Which element is stored to is not known.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[uint(src[g]) & 63u] = 1.0;
  barrier();
  dst[g] = s[l];
}

//--- sign.comp
// expected-no-diagnostics
// A loaded unsigned number may be negative where it is read as a signed one.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint links[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  uint link = links[g];
  s[l] = link;
  barrier();
  if (!(int(link) >= 0))
    dst[g] = s[link & 63u];
}

//--- matrix.comp
// expected-no-diagnostics
// Loads and stores of cooperative matrices are not followed.
#version 450
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_NV_cooperative_matrix : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float16_t tile[256], result[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = l; i < 256u; i += 32u)
    tile[i] = float16_t(data[i]);
  barrier();
  fcoopmatNV<16, gl_ScopeSubgroup, 16, 16> m;
  coopMatLoadNV(m, tile, 0, 16, false);
  coopMatStoreNV(m, result, 0, 16, false);
  barrier();
  for (uint i = l; i < 256u; i += 32u)
    data[i] = float(result[i]);
}

//--- older.comp
// expected-no-diagnostics
// The barrier keeps what others store, somewhere, away from the first load, though a
// later one loads beside the store.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer D { float data[]; };
uniform int pairs;
shared float own[256];
void main() {
  uint index = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;
  own[l] = data[index];
  barrier();
  uint right = (index / pairs) * 2 * pairs + index % pairs;
  float other = data[right];
  if (own[l] > other)
    data[right] = own[l];
}

//--- exchange.comp
// expected-no-diagnostics
// What one invocation sets back, the others count in: atomics of two kinds.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Count { uint count; };
void main() {
  if (gl_GlobalInvocationID.x == 0u)
    atomicExchange(count, 0u);
  barrier();
  atomicAdd(count, 1u);
}

//--- tickets.comp
// expected-no-diagnostics
// The numbers that come before the barrier are the smaller ones.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { uint dst[]; };
layout(std430, binding = 1) buffer Count { uint count; };
void main() {
  uint first = atomicAdd(count, 1u);
  barrier();
  atomicAdd(count, 1u);
  dst[gl_GlobalInvocationID.x] = first;
}

//--- sums.comp
// Sums may come in any order.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Count { uint count; };
void main() {
  atomicAdd(count, 2u);
  // expected-remark@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  atomicAdd(count, 1u);
}

//--- skeleton.comp
// What it is to order is not written yet.
#version 450
layout(local_size_x = 64) in;
void main() {
  // expected-remark@+1 {{this barrier orders nothing}}
  barrier();
}

//--- edge.comp
// expected-no-diagnostics
// Behind `i < n` n may be 3 all the same, for three invocations.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint i = gl_LocalInvocationID.x;
  s[i] = float(i);
  barrier();
  if (i < n) {
    if (n == 3u)
      dst[i] = s[i ^ 1u];
    else
      dst[i] = s[i];
  }
}

//--- tail.comp
// expected-no-diagnostics
// The inner loop's bound says nothing of whether there is another tile: its store
// has to wait for the loads of this one.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
uniform uint n;
shared float tile[16][16];
void main() {
  uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
  float sum = 0.0;
  for (uint t = 0u; t < n; t += 16u) {
    tile[y][x] = t + x < n ? a[gl_GlobalInvocationID.y * n + t + x] : 0.0;
    barrier();
    for (uint k = 0u; k < 16u && t + k < n; ++k)
      sum += tile[y][k];
    barrier();
  }
  b[gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x] = sum;
}

//--- first.comp
// What it was to order is gone; all invocations have just begun.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uint g = gl_GlobalInvocationID.x;
  barrier(); // expected-remark {{this barrier orders nothing}}
  float loaded = src[g];
  for (uint i = 1u; i < 64u; i++)
    loaded = fma(loaded, loaded, 0.5);
  barrier(); // expected-warning {{this barrier orders nothing}}
  dst[g] = loaded;
}

//--- copy.comp
// Memory is all that is waited for.
#version 450
layout(local_size_x = 1024) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  float loaded = src[g];
  barrier(); // expected-remark {{this barrier orders nothing}}
  dst[g] = loaded;
}

//--- small.comp
// What a barrier of so few invocations costs cannot be measured, but in a loop.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uint g = gl_GlobalInvocationID.x;
  float loaded = src[g];
  barrier(); // expected-remark {{this barrier orders nothing}}
  for (uint i = 0u; i < 64u; i++) {
    loaded += src[g + i];
    barrier(); // expected-warning {{this barrier orders nothing}}
  }
  dst[g] = loaded;
}

//--- unshared.comp
// Who has one meant the other to be shared: a variable of its own would do for 'mine'.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
uniform uint begin;
shared float s[64], mine[128];
void main() {
  uint l = gl_LocalInvocationID.x + begin, g = gl_GlobalInvocationID.x;
  s[gl_LocalInvocationID.x] = dst[g];
  barrier();
  mine[l] = s[gl_LocalInvocationID.x ^ 1u];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out (remove-barrier); no invocation touches what another one has in 'mine': a local variable would do}}
  barrier();
  dst[g] = mine[l] * s[gl_LocalInvocationID.x ^ 2u];
}

//--- counted.comp
// An element that data picks, or an atomic, may be anybody's.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { uint dst[]; };
shared uint picked[64], counts[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  picked[dst[g] & 63u] = 1u;
  atomicAdd(counts[l], 1u);
  // expected-remark@+2 {{this barrier orders nothing}}
  // expected-note-re@+1 {{{{^}}leave it out (remove-barrier){{$}}}}
  barrier();
  dst[g] = counts[l];
}

//--- elsewhere.comp
// The one that is not shared is only used behind it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float mine[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float loaded = dst[g];
  barrier(); // expected-remark {{this barrier orders nothing}}
  mine[l] = loaded;
  dst[g] = mine[l];
}

//--- later.comp
// expected-no-diagnostics
// Only the first iterations are walked, and what later ones load is not seen.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
float neighbour(uint l) { return s[l ^ 1u]; }
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float sum = 0.0;
  s[l] = dst[g];
  barrier();
  for (uint k = 0u; k < n; ++k) {
    sum += s[l];
    if (LATE)
      sum += neighbour(l);
  }
  dst[g] = sum;
}

//--- one-subgroup.comp
// Nobody waits for anybody.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier(); // expected-remark {{this barrier orders nothing}}
  dst[g] = s[l];
}

//--- placeholder.comp
// With a length of 1 no index lies in the array; the host makes it longer.
// expected-no-diagnostics
#version 450
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint BINS = 1;
const uint PART = BINS / 3;
layout(std430, binding = 0) buffer Counts { uint counts[]; };
layout(std430, binding = 1) readonly buffer Src { uint count; float src[]; };
shared uint local[BINS];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  for (uint i = 0u; i < BINS; i += 256u)
    if (l + i < BINS)
      local[l + i] = 0u;
  // (only as given)
  barrier();
  if (g < count)
    atomicAdd(local[clamp(int(src[g] * PART), 0, int(PART) - 1)], 1u);
  // (of the same array)
  barrier();
  for (uint i = 0u; i < BINS; i += 256u)
    if (l + i < BINS)
      atomicAdd(counts[l + i], local[l + i]);
}

//--- tiles.comp
// One barrier of three in a loop over tiles is worth a warning where tiles take few steps.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[256];

void main() {
  uint l = gl_LocalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 16u; ++k) {
    tile[l] = src[k * 256u + l];
    barrier();
    for (uint i = 0u; i < STEPS; ++i)
      sum += tile[i];
    // expected-warning@+1 {{this barrier orders nothing}}
    barrier();
    barrier();
  }
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- blocks.comp
// expected-no-diagnostics
// All blocks of shared memory are one memory, looked at in several ways.
#version 460
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uvec4 data[]; };
shared Vectors { uvec4 vectors[256]; };
shared Words { uint words[1024]; };

void main() {
  uint l = gl_LocalInvocationIndex;
  vectors[l] = data[gl_GlobalInvocationID.x];
  barrier();
  uint sum = 0u;
  for (uint k = 0u; k < 4u; ++k)
    sum += words[(l + k * 256u) ^ 1u];
  barrier();
  vectors[l ^ 1u] = uvec4(sum);
  barrier();
  data[gl_GlobalInvocationID.x] = uvec4(words[l]);
}

//--- inout.comp
// It orders nothing because the function changes a copy of the array, which is not meant.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[256];
void scan(inout uint list[256], uint l) {
  for (uint step = 1u; step < 256u; step *= 2u) {
    // expected-remark@+1 {{this barrier orders nothing}}
    barrier();
    uint left = l >= step ? list[l - step] : 0u;
    barrier();
    list[l] += left;
  }
}
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = data[g];
  barrier();
  scan(s, l);
  barrier();
  data[g] = s[l];
}

//--- one-image.comp
// Two variables may be one image.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(r32i, binding = 0) uniform iimage2D counts;
layout(r32ui, binding = 0) uniform uimage2D words;
layout(std430, binding = 0) buffer Data { int data[]; };
void main() {
  int l = int(gl_LocalInvocationID.x);
  imageStore(words, ivec2(l, 0), uvec4(l));
  memoryBarrierImage();
  barrier();
  data[gl_GlobalInvocationID.x] = imageLoad(counts, ivec2(63 - l, 0)).x;
}
