// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %t/stack.comp %t/copies.comp \
// RUN:   %t/lists.comp %t/single.comp %t/no-lists.comp
// RUN: %wglint --verify --remarks --checks=oversized-private-array %t/example.comp
// RUN: %wglint --verify --remarks --checks=oversized-private-array %t/together.comp %t/boundary.comp \
// RUN:   %t/specialization.comp
// RUN: %wglint --verify --remarks --checks=oversized-private-array --target=mali-valhall %t/mali.comp
// RUN: %wglint --verify --remarks --checks=oversized-private-array --target=adreno %t/adreno.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;

layout(std430, binding = 0) buffer Data { uint data[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint bins[256];
  for (uint k = 0u; k < 256u; k++)
    // expected-warning@+3 {{private array 'bins' takes 1024 bytes in every invocation, more than the 1020 bytes of its registers, and its index is only known at run time}}
    // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
    // expected-note@+1 {{a smaller array, shared memory or values computed again keep it out}}
    bins[k] = 0u;
  for (uint k = 0u; k < 16u; k++)
    bins[data[i * 16u + k] & 255u]++;
  data[i] = bins[i & 255u];
}
// [/example]

//--- together.comp
// Arrays of one length are one finding, at the largest; one of another length is one of its own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint red[256], later[257];
  uvec2 green[256];
  for (uint k = 0u; k < 256u; k++) {
    // expected-note@+1 {{likewise: 'red' here}}
    red[k] = 0u;
    // expected-warning@+3 {{private array 'green' takes 2048 bytes in every invocation}}
    // expected-note@+2 {{counted for NVIDIA Ampere}}
    // expected-note@+1 {{lies in scratch memory}}
    green[k] = uvec2(0u);
  }
  for (uint k = 0u; k < 16u; k++) {
    red[data[i * 16u + k] & 255u]++;
    green[data[i * 16u + k] >> 8 & 255u].x++;
  }
  for (uint k = 0u; k < 256u; k++)
    // expected-warning@+3 {{private array 'later' takes 1028 bytes in every invocation}}
    // expected-note@+2 {{counted for NVIDIA Ampere}}
    // expected-note@+1 {{lies in scratch memory}}
    later[k] = red[k] ^ green[k].x;
  data[i] = later[data[i] & 255u];
}

//--- boundary.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
const float weights[300] = float[300](
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5);
void main() {
  uint i = gl_GlobalInvocationID.x;
  // 255 registers: fits, and its index is the same for all lanes.
  float fits[255];
  for (uint k = 0u; k < 255u; k++)
    fits[k] = data[k];
  // 127 floats with an index that differs: below the measured limit.
  float below[127];
  for (uint k = 0u; k < 127u; k++)
    below[k] = float(k);
  // 128: at the limit.
  float at[128];
  for (uint k = 0u; k < 128u; k++)
    // expected-warning@+2 {{private array 'at' takes 512 bytes in every invocation, and its index is different from lane to lane}}
    // expected-note@+1 {{lies in scratch memory}}
    at[k] = float(k);
  // What a layout puts between vectors of three takes no registers.
  vec3 triples[85];
  for (uint k = 0u; k < 85u; k++)
    triples[k] = vec3(data[k]);
  vec3 more[86];
  for (uint k = 0u; k < 86u; k++)
    // expected-remark@+3 {{private array 'more' takes 1032 bytes in every invocation, more than the 1020 bytes of its registers, and its index is constant}}
    // expected-note@+2 {{counted for}}
    // expected-note@+1 {{lies in scratch memory}}
    more[k] = vec3(data[k]);
  // A table of constants is no array of its own.
  data[i] = fits[3] + below[i % 127u] + at[i % 128u] + weights[i % 300u] +
            triples[3].y + more[3].y;
}

//--- specialization.comp
// Where the host sets the workgroup's size, it sets the length of an array too.
#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kLength = 256;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint bins[kLength];
  // expected-remark@+3 {{private array 'bins' takes 1024 bytes}}
  // expected-note@+2 {{assumed: the host makes workgroups of 64 invocations, other specialization constants have their defaults}}
  // expected-note@+1 {{keep it out}}
  bins[i % kLength] = 1u;
  data[i] = bins[data[i] % kLength];
}

//--- mali.comp
// 64 registers of 4 bytes.
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float a[65];
  for (uint k = 0u; k < 65u; k++)
    // expected-remark@+3 {{private array 'a' takes 260 bytes in every invocation, more than the 256 bytes of its registers, and its index is constant}}
    // expected-note@+2 {{counted for Arm Mali Valhall (16 lanes)}}
    // expected-note@+1 {{scratch memory}}
    a[k] = float(k);
  float b[64];
  for (uint k = 0u; k < 64u; k++)
    b[k] = float(k);
  data[i] = a[1] + b[2];
}

//--- adreno.comp
// expected-no-diagnostics
// Its registers are not documented for the whole family.
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  float a[2000];
  for (uint k = 0u; k < 2000u; k++)
    a[k] = float(k);
  data[gl_GlobalInvocationID.x] = a[1];
}

//--- copies.comp
// A function that changes an array gets a copy of it, which is the same array
// for its author. The index that differs is in the copy. One that the shader copies
// is as long, so that one finding names both.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Values { uint values[]; };
void turn(inout uint list[256], uint by) {
  list[by] = list[255u - by];
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint own[256];
  // expected-warning@+1 {{private array 'own' takes 1024 bytes in every invocation}}
  own[0] = i;
  own[255] = i;
  if (values[0] > 3u)
    own[1] = 3u;
  uint other[256] = own;
  turn(own, values[i] & 255u);
  values[i] = own[0] + other[values[i] & 255u];
}

//--- lists.comp
// Filled one after the other where data lets an entry in, and read in order.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Lights { vec4 lights[]; };
layout(std430, binding = 1) buffer Out { uint result[]; };
uniform uint n;
bool isNear(uint light) { return lights[light].w < float(gl_LocalInvocationIndex); }
void main() {
  uint i = gl_GlobalInvocationID.x, at = i * 300u;
  // Under an if in an if, and where the others go on with the next.
  uint list[300];
  uint count = 0u;
  for (uint k = 0u; k < n; ++k) {
    if (lights[k].x == lights[i].x) {
      // expected-remark@+1 {{private array 'list' takes 1200 bytes in every invocation, more than the 1020 bytes of its registers, and its index is only known at run time; only the entries that a condition lets in are touched}}
      list[count++] = k;
      continue;
    }
    if (isNear(k)) {
      if (count < 300u)
        list[count++] = k;
    }
  }
  for (uint k = 0u; k < count; ++k)
    result[at + k] = list[k];
  // In batches, with a counter of another type.
  uint far[301];
  int total = 0;
  for (uint b = 0u; b < n; ++b)
    for (uint k = 0u; k < 8u; ++k) {
      if (isNear(b * 8u + k))
        continue;
      // expected-remark@+1 {{private array 'far' takes 1204 bytes}}
      far[total] = b * 8u + k;
      total += 1;
    }
  for (int k = 0; total > k; k++)
    result[at + k] += far[k];
}

//--- single.comp
// The same for all invocations, of which there is one.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Lights { vec4 lights[]; };
layout(std430, binding = 1) buffer Out { uint result[]; };
void main() {
  uint list[300];
  uint count = 0u;
  for (uint k = 0u; k < lights.length(); ++k)
    if (lights[k].w < 1.0)
      // expected-remark@+1 {{only the entries that a condition lets in are touched}}
      list[count++] = k;
  for (uint k = 0u; k < count; ++k)
    result[gl_WorkGroupID.x * 300u + k] = list[k];
}

//--- no-lists.comp
// Each differs from a list in one point, and from the others in its length.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Lights { vec4 lights[]; };
layout(std430, binding = 1) buffer Out { uint result[]; };
uniform uint n;
#define FILL(list, length, count)                                              \
  uint list[length];                                                           \
  uint count = 0u;                                                             \
  for (uint k = 0u; k < n; ++k)                                                \
    if (lights[k].w < lights[i].w)                                             \
      list[count++] = k;
void main() {
  uint i = gl_GlobalInvocationID.x, at = i * 300u;
  // All elements are read.
  // expected-warning@+1 {{private array 'all'}}
  FILL(all, 300, a)
  for (uint k = 0u; k < 300u; ++k)
    result[at + k] = all[k];
  // Read several times.
  // expected-warning@+1 {{private array 'often'}}
  FILL(often, 301, o)
  for (uint j = 0u; j < n; ++j)
    for (uint k = 0u; k < o; ++k)
      result[at + k] += often[k];
  // Backwards.
  // expected-warning@+1 {{private array 'back'}}
  FILL(back, 302, b)
  for (; b > 0u; b--)
    result[at + b] += back[b];
  // Sorted.
  // expected-warning@+1 {{private array 'sorted'}}
  FILL(sorted, 303, s)
  for (uint k = 1u; k < s; ++k)
    if (sorted[k] < sorted[k - 1u])
      sorted[k] = sorted[k - 1u];
  for (uint k = 0u; k < s; ++k)
    result[at + k] += sorted[k];
  // A stack, in one loop.
  uint stack[304];
  uint top = 0u;
  for (uint k = 0u; k < n; ++k) {
    if (lights[k].w < lights[i].w)
      // expected-warning@+1 {{private array 'stack'}}
      stack[top++] = k;
    if (lights[k].x < lights[i].x)
      result[at] += stack[--top];
  }
  // Each of as many as data says.
  uint every[305];
  uint e = 0u, end = result[i];
  for (uint k = 0u; k < end; ++k)
    // expected-warning@+1 {{private array 'every'}}
    every[e++] = k;
  for (uint k = 0u; k < e; ++k)
    result[at + k] += every[k];
  // The same for all invocations.
  uint same[306];
  uint m = 0u;
  for (uint k = 0u; k < n; ++k)
    if (lights[k].w < 1.0)
      // expected-warning@+1 {{private array 'same'}}
      same[m++] = k;
  for (uint k = 0u; k < m; ++k)
    result[at + k] += same[k];
  // Not next to each other.
  uint apart[307];
  uint p = 0u;
  for (uint k = 0u; k < n; ++k)
    if (lights[k].w < lights[i].w) {
      // expected-warning@+1 {{private array 'apart'}}
      apart[p] = k;
      p += 2u;
    }
  for (uint k = 0u; k < p; ++k)
    result[at + k] += apart[k];
}

//--- stack.comp
// Of a stack only the depth in use is touched: one that registers could hold is a
// remark. One that only grows, whose top is set to anything, that is sorted, swept,
// counted in, or handed on as a whole, is no stack. All have lengths of their own, to be findings of their own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Nodes { ivec4 nodes[]; };
layout(std430, binding = 1) buffer Result { int result[]; };
int sumOf(int values[203]) { return values[result[0]] + values[result[1]]; }
void main() {
  uint i = gl_GlobalInvocationID.x;
  int stack[200], grown[201], jumping[202], handed[203];
  int top = 0, up = 0, at = 0, last = 0;
  // expected-remark@+1 {{private array 'stack' takes 800 bytes in every invocation, and its index is only known at run time}}
  stack[0] = nodes[i].x;
  while (top >= 0) {
    int node = stack[top--];
    // expected-warning@+1 {{private array 'grown'}}
    grown[up++] = node;
    if (node != 3)
      // expected-warning@+1 {{private array 'jumping'}}
      jumping[at] = node;
    at = nodes[node].w;
    if (nodes[node].y >= 0) {
      stack[++top] = nodes[node].y;
      stack[1 + top] = nodes[node].z;
      top += 1;
      // expected-warning@+1 {{private array 'handed'}}
      handed[last++] = node;
    }
    if (nodes[node].z < 0)
      node = handed[--last];
    result[i] += sumOf(handed);
  }
  result[i] = grown[up - 1] + jumping[at--];
  int sorted[204], counts[205], swept[206];
  int k = 0;
  // expected-warning@+1 {{private array 'sorted'}}
  sorted[0] = nodes[i].w;
  for (int j = 1; j < 200; ++j)
    sorted[j] = nodes[j].x;
  while (k < 200)
    if (k > 0 && sorted[k - 1] > sorted[k]) {
      int swapped = sorted[k];
      sorted[k] = sorted[k - 1];
      sorted[k - 1] = swapped;
      --k;
    } else {
      ++k;
    }
  int where = 100;
  // expected-warning@+1 {{private array 'counts'}}
  counts[0] = 1;
  for (int j = 0; j < nodes[i].y; ++j) {
    if (nodes[j].x > 0)
      ++where;
    else
      --where;
    counts[where]++;
  }
  int s = 0;
  // expected-warning@+1 {{private array 'swept'}}
  swept[0] = nodes[i].z;
  while (++s < nodes[i].w)
    swept[s] = swept[s - 1] * 3;
  while (--s >= 0)
    swept[s] -= swept[s + 1];
  result[i] += sorted[where] + counts[k] + swept[0];
}
