// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=data-race %t/tiles.comp %t/loop.comp %t/element.comp %t/workgroups.comp \
// RUN:   %t/along.comp %t/crowd.comp %t/within.comp %t/many.comp
//
// Races of one cause are one finding: those that lack the same barrier, and those on
// elements that invocations share.

//--- tiles.comp
// One barrier behind both stores would order both.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float left[64], right[64];
void main() {
  uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
  left[l] = data[i]; // expected-note {{invocation 1 stores to it here}}
  right[l] = data[i];
  // expected-warning@+3 {{data race: invocation 0 loads byte 4 of 'left'}}
  // expected-note@+2 {{a barrier() between the two}}
  // expected-note@+1 {{likewise: invocation 0 loads 'right' here}}
  data[i] = left[l ^ 1u] * right[l ^ 1u];
}

//--- loop.comp
// Two barriers are missing: one at the end of the body, which keeps the next
// iteration's stores to 'tile' from this one's loads, and one behind the store to
// 'other'.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[64], other[64];
uniform uint count;
void main() {
  uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < count; k++) {
    tile[l] = data[i + k * 64u]; // expected-note {{invocation 0 stores to it here}}
    barrier();
    other[l] = tile[l] + 1.0; // expected-note {{invocation 1 stores to it here}}
    // expected-warning@+2 {{data race: invocation 1 loads byte 0 of 'tile', which invocation 0 stores to}}
    // expected-note@+1 {{a barrier() between the two}}
    sum += tile[l ^ 1u];
    // expected-warning@+2 {{data race: invocation 0 loads byte 4 of 'other', which invocation 1 stores to}}
    // expected-note@+1 {{a barrier() between the two}}
    sum += other[l ^ 1u];
  }
  data[i] = sum;
}

//--- element.comp
// All invocations of a workgroup add to one element: whatever is done with it, that
// is why.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Data { float data[]; };
layout(std430, binding = 1) buffer Sums { float sums[]; };
void main() {
  uint w = gl_WorkGroupID.x;
  // expected-warning@+3 {{data race}}
  // expected-note@+2 {{no barrier comes between what is loaded and its update: an atomic}}
  // expected-note@+1 {{it here}}
  sums[w] += data[gl_GlobalInvocationID.x];
  if (data[gl_GlobalInvocationID.x] > 1.0)
    // expected-note@+1 {{likewise: invocation 0 stores to 'sums' here; assumed: some data makes an invocation come here}}
    sums[w] *= 0.5;
}

//--- workgroups.comp
// The last invocation of a workgroup has its neighbour in the next one, which no
// barrier orders.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Heights { float heights[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-note@+1 {{loads it here}}
  float next = heights[i + 1u];
  // expected-warning@+2 {{data race}}
  // expected-note@+1 {{workgroups meet there, too, and no barrier orders those: store to a second buffer}}
  heights[i] += 0.5 * next;
}

//--- along.comp
// What a load meets under data goes with what it meets in all workgroups.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Heights { float heights[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-note@+1 {{loads it here}}
  float next = heights[i + 1u];
  // expected-warning@+2 {{data race}}
  // expected-note@+1 {{workgroups meet there, too}}
  heights[i] += 0.5 * next;
  if (next > 3.0)
    // expected-note@+1 {{likewise: invocation 1 stores to 'heights' here}}
    heights[i] = 3.0;
}

//--- crowd.comp
// The data of some element lets any workgroup load another one's.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Places { vec4 places[]; };
layout(std430, binding = 1) buffer Speeds { vec4 speeds[]; };
uniform uint n;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= n)
    return;
  vec4 speed = speeds[i];
  for (uint j = 0u; j < n; ++j)
    if (distance(places[i], places[j]) < 1.0)
      // expected-note@+1 {{loads it here}}
      speed += speeds[j];
  // expected-warning@+3 {{data race}}
  // expected-note@+2 {{assumed: no subgroup straddles the bound n, some data makes an invocation come here}}
  // expected-note@+1 {{workgroups meet there, too}}
  speeds[i] = speed;
}

//--- within.comp
// What workgroups meet at does not take along what a barrier mends.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Heights { float heights[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-note@+1 {{loads it here}}
  float next = heights[i + 1u];
  // expected-warning@+2 {{data race}}
  // expected-note@+1 {{workgroups meet there, too}}
  heights[i] = next;
  heights[i + 1000000u] = next; // expected-note {{stores to it here}}
  // expected-warning@+2 {{data race}}
  // expected-note@+1 {{memoryBarrierBuffer() and barrier() between the two}}
  result[i] = heights[(i ^ 1u) + 1000000u];
}

//--- many.comp
// More places than are named.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float a[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  a[l] = data[l]; // expected-note {{stores to it here}}
  // expected-warning@+3 {{data race}}
  // expected-note@+2 {{a barrier() between the two}}
  // expected-note@+1 {{likewise: 2 more}}
  float sum = a[l ^ 1u];
  sum += a[l ^ 2u]; // expected-note {{likewise:}}
  sum += a[l ^ 3u]; // expected-note {{likewise:}}
  sum += a[l ^ 4u]; // expected-note {{likewise:}}
  sum += a[l ^ 5u]; // expected-note {{likewise:}}
  sum += a[l ^ 6u];
  sum += a[l ^ 7u];
  data[l] = sum;
}
