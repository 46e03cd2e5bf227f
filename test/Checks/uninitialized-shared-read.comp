// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %t/example.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %t/near-miss.comp %t/vector.comp %t/tiles.comp \
// RUN:   %t/unwritten.comp %t/bounded.comp %t/counted.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read,redundant-barrier %t/last.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=' %t/bins.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/bins.comp > %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=bins[gl_LocalInvocationIndex %% 16u] = 0u; barrier();' %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=if (flag == 1u) bins[first] = 0u; barrier();' %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=atomicExchange(bins[first], 0u); barrier();' %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=atomicAnd(bins[first], 0u); barrier();' %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read -D'SET=atomicMin(bins[first], 0u); barrier();' %t/set-bins.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read --target-env=vulkan %t/one-memory.comp %t/another-block.comp %t/one-block.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %t/two-tiles.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read --api=webgpu %t/zeroed.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[65];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier();
  // expected-warning@+2 {{invocation 63 loads byte 256 of 's', which nothing has stored to: its value is undefined in OpenGL 4.3}}
  // expected-note@+1 {{store to it first}}
  dst[g] = s[l + 1u] - s[l];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[65];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  if (l == 0u)
    s[64] = src[g + 64u];
  barrier();
  dst[g] = s[l + 1u] - s[l];
}

// What the loop stores reaches as far as `count` says.
//--- vector.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Sizes { uint count; };
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[4096];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = l; i < count; i += 64u)
    s[i] = src[i];
  barrier();
  float sum = 0.0;
  for (uint block = l; block < count / 32u; block += 64u)
    for (uint i = 0u; i < 32u; ++i)
      sum += s[block * 32u + i];
  dst[gl_GlobalInvocationID.x] = sum;
}

// Every tile is stored to the same bytes, however many there are.
//--- tiles.comp
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Sizes { uint tiles; };
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[129];
void main() {
  uint l = gl_LocalInvocationID.x;
  float sum = 0.0;
  for (uint tile = 0u; tile < tiles; ++tile) {
    for (uint i = 0u; i < 2u; ++i)
      s[i * 64u + l] = src[tile * 128u + i * 64u + l];
    barrier();
    // expected-warning@+2 {{invocation 63 loads byte 512 of 's', which nothing has stored to}}
    // expected-note@+1 {{store to it first}}
    sum += s[2u * l + 2u] - s[2u * l];
    barrier();
  }
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- zeroed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared uint count;
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  dst[g] = float(atomicAdd(count, 1u)) + src[l];
}

//--- bounded.comp
// expected-no-diagnostics
// The mode is what keeps the reads to what is written.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Src { uint modes[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  if (l < 64u)
    s[l] = l * l;
  barrier();
  if (modes[l] == 2u)
    dst[l] = s[l];
}

//--- unwritten.comp
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Src { uint counts[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  // expected-warning@+4 {{loads byte 0 of 's', which nothing has stored to}}
  // expected-note@+3 {{assumed: no subgroup straddles the bound}}
  // expected-note@+2 {{store to it first}}
  if (l < counts[gl_WorkGroupID.x])
    dst[l] = s[l];
}

//--- counted.comp
// expected-no-diagnostics
// What was stored was counted, and the count bounds what is read.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer D { uint d[]; };
shared uint count;
shared uint ids[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  count = 0u;
  barrier();
  if (d[l] > 3u) {
    uint at = atomicAdd(count, 1u);
    if (at == 0u) ids[63u] = l;
  }
  barrier();
  uint sum = 0u;
  for (uint i = 0u; i < count; ++i)
    sum += ids[i];
  d[gl_GlobalInvocationID.x] = sum;
}

//--- last.comp
// expected-no-diagnostics
// The last element alone gets past `i < n - 1u`: it may be what was stored.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
uniform uint n;
shared uint count, found[64];
void main() {
  count = 0u;
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < n; i += 64u) {
    if (i < n - 1u)
      continue;
    uint at = atomicAdd(count, 1u);
    if (at < 64u)
      found[at] = i;
  }
  barrier();
  uint sum = 0u;
  for (uint k = 0u; k < count; ++k)
    sum += found[k];
  b[gl_GlobalInvocationID.x] = sum;
}

// Data says which of them is counted, but nothing sets any.
//--- bins.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint flag, first; uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint bins[16];
void main() {
  uint g = gl_GlobalInvocationID.x;
  SET
  // expected-warning@+2 {{invocation 0 changes an element of 'bins', which nothing has stored to: its value is undefined in OpenGL 4.3}}
  // expected-note@+1 {{store to it first}}
  atomicAdd(bins[src[g] & 15u], 1u);
  barrier();
  if (gl_LocalInvocationIndex < 16u)
    dst[g] = bins[gl_LocalInvocationIndex];
}

// Blocks in shared memory are one memory.
//--- one-memory.comp
// expected-no-diagnostics
#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared A { uvec4 clear[4]; };
shared B { uint bins[16]; };
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  if (l < 4u)
    clear[l] = uvec4(0u);
  barrier();
  atomicAdd(bins[src[g] & 15u], 1u);
  barrier();
  dst[g] = bins[l & 15u];
}

//--- another-block.comp
// expected-no-diagnostics
#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uvec4 src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared A { uvec4 whole[64]; };
shared B { uint words[256]; };
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  whole[l] = src[g];
  barrier();
  dst[g] = words[l * 3u];
}

//--- one-block.comp
#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared A { uint words[64]; };
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  if (l < 32u)
    words[l] = src[g];
  barrier();
  // expected-warning@+2 {{invocation 32 loads byte 128 of 'words', which nothing has stored to}}
  // expected-note@+1 {{store to it first}}
  dst[g] = words[l];
}

//--- two-tiles.comp
// One loop leaves the same row out of both tiles, and another one of a third tile.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float a[8][8], b[8][8], c[8][8];

void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  if (l.y > 0u) {
    a[l.y][l.x] = data[l.x];
    b[l.y][l.x] = data[64u + l.x];
  }
  if (l.y != 1u)
    c[l.y][l.x] = data[128u + l.x];
  barrier();
  float sum = 0.0;
  for (uint k = 0u; k < 8u; ++k) {
    // expected-note@+2 {{store to it first}}
    // expected-warning@+1 {{invocation (0, 0, 0) loads byte 0 of 'a', which nothing has stored to}}
    sum += a[k][l.x];
    // expected-note@+1 {{likewise: invocation (0, 0, 0) reads 'b' here}}
    sum *= b[k][l.x];
    // expected-note@+2 {{store to it first}}
    // expected-warning@+1 {{invocation (0, 0, 0) loads byte 32 of 'c', which nothing has stored to}}
    sum += c[k][l.x];
  }
  data[l.y * 8u + l.x] = sum;
}
