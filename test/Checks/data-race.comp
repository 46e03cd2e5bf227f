// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %t/example.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race --target-env=vulkan %t/subgroup.comp
// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %t/near-miss.comp %t/switch.comp %t/falling.comp \
// RUN:   %t/one-store.comp %t/rows.comp %t/loop.comp %t/boundary.comp %t/same-value.comp %t/unknown.comp \
// RUN:   %t/histogram.comp %t/behind-header.comp %t/shift.comp %t/butterfly.comp %t/half.comp %t/texels.comp \
// RUN:   %t/one-texel.comp %t/single.comp %t/several.comp %t/updated.comp %t/passed.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race %t/lockstep.comp
// RUN: %wglint --verify --remarks --checks=data-race,same-value-race -D'VALID=src[g] > 0.0' %t/minimum.comp
// RUN: %wglint --verify --remarks --checks=data-race,same-value-race -D'VALID=isValid(float(g) * scale + src[g])' %t/minimum.comp
// RUN: %wglint --verify --remarks --checks=data-race %t/stored-before.comp
// RUN: %wglint --verify --checks=data-race --target-env=vulkan %t/capped.comp
// RUN: %edit -e 's/expected-no-diagnostics/expected-warning@+9 {{data race: invocation 0 stores to byte 256}}/' -e 's/min(n, 64u)/min(n, 65u)/' %t/capped.comp > %t/capped-late.comp
// RUN: %wglint --verify --verify-ignore=note --checks=data-race --target-env=vulkan %t/capped-late.comp

//--- subgroup.comp
// Lanes of one subgroup store to what they alone have loaded; with the other subgroups
// among those that load, it is a race like any other.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[256];
shared float t[256];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = t[l] = src[g];
  barrier();
  float sum = subgroupAdd(s[l]);
  float v = 0.0;
  if (gl_SubgroupID == 0u) {
    v = s[gl_SubgroupInvocationID ^ 1u];
    // expected-remark@+1 {{data race: invocation 0 stores to byte 0 of 's', which invocation 1 loads}}
    s[gl_SubgroupInvocationID] = sum;
  }
  v += t[0];
  // expected-warning@+2 {{data race: invocation 0 stores to byte 0 of 't'}}
  if (l == 0u)
    t[l] = sum;
  dst[g] = v;
}

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
  // expected-warning@+3 {{data race: invocation 0 loads byte 4 of 's', which invocation 1 stores to with no barrier in between}}
  // expected-note@+2 {{a barrier() between the two, which all invocations reach, orders them}}
  // expected-note@-3 {{invocation 1 stores to it here}}
  dst[g] = s[l ^ 1u];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// Its own element, or another one behind a barrier.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  float own = s[l];
  barrier();
  dst[g] = own + s[l ^ 1u];
}

//--- loop.comp
// The next iteration stores while this one loads; the number of iterations is not known.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint t = 0u; t < n; ++t) {
    s[l] = src[t * 64u + l]; // expected-note {{invocation 0 stores to it here}}
    barrier();
    // expected-warning@+2 {{data race: invocation 63 loads byte 0 of 's', which invocation 0 stores to with no barrier in between}}
    // expected-note@+1 {{a barrier() between the two}}
    sum += s[(l + 1u) & 63u];
  }
  dst[g] = sum;
}

//--- boundary.comp
// The last byte of one element and the first one of the next do not meet; one further they do.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  if (l < 32u)
    dst[g] = s[l] + s[63u];
    // expected-warning@-1 {{data race: invocation 0 loads byte 252 of 's', which invocation 63 stores to}}
    // expected-note@-2 {{a barrier()}}
    // expected-note@-5 {{invocation 63 stores}}
}

//--- same-value.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared uint flag;
void main() {
  // expected-remark@+3 {{invocation 0 and invocation 1 store the same value to byte 0 of 'flag' with nothing to order them}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  flag = 0u;
  barrier();
  dst[gl_GlobalInvocationID.x] = float(flag);
}

//--- unknown.comp
// expected-no-diagnostics
// A scatter that may be a permutation, and a choice that one invocation may make.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[uint(src[g]) & 63u] = 1.0;
  barrier();
  if (src[g] > 1.0)
    s[0] = float(l);
  barrier();
  dst[g] = s[l];
}

//--- histogram.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint keys[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint bins[64];
shared uint last[16];

void main() {
  uint l = gl_LocalInvocationID.x, key = keys[gl_GlobalInvocationID.x];
  bins[l] = 0u;
  barrier();
  // expected-warning@+4 {{data race: invocation 1 stores to an element of 'bins', which invocation 0 stores to with no barrier in between}}
  // expected-note@+3 {{assumed: some data brings two invocations to one element}}
  // expected-note@+2 {{an atomic keeps the updates of one element apart}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  bins[key] += 1u;
  // More invocations than elements: two of them meet with any data.
  // expected-warning@+3 {{data race: invocation 1 stores to an element of 'last', which invocation 0 stores to with no barrier in between}}
  // expected-note@+2 {{an atomic keeps the updates of one element apart}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  last[key] = l;
  barrier();
  dst[gl_GlobalInvocationID.x] = bins[l];
}

//--- behind-header.comp
// expected-no-diagnostics
// Data picks an element, but none of those in front.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint keys[]; };
layout(std430, binding = 1) buffer State { uint state[]; };
layout(std430, binding = 2) buffer Dst { uint dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  uint count = state[1];
  dst[g] = atomicCompSwap(state[8u + (keys[g] & 255u)], 0u, count) + state[264];
}

//--- minimum.comp
// What the atomic returns is older than what it leaves. Data may keep invocations away,
// but who uses an atomic expects several.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
uniform float scale;
shared uint least;
bool isValid(float x) {
  if (x < 0.0)
    return false;
  if (x > 3.0)
    return false;
  return true;
}
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    least = 64u;
  barrier();
  if (VALID) {
    // expected-note@+4 {{invocation 63 atomically changes it here}}
    // expected-warning@+3 {{data race: invocation 0 stores to byte 0 of 'least', which invocation 63 atomically changes with no barrier in between}}
    // expected-note@+2 {{assumed: some data makes an invocation come here}}
    // expected-note@+1 {{the atomic has changed it already: do not store what it returns, which is older}}
    least = atomicMin(least, l);
  }
  barrier();
  dst[g] = least;
}

//--- shift.comp
// A number of the host's is between the two: 1 is enough. Rows, a header and what a condition
// on the number leaves are none of its business.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Line { float line[]; };
layout(std430, binding = 1) buffer Rows { float rows[]; };
layout(binding = 2) uniform Numbers { uint offset, pitch, header, far; };
void main() {
  uint l = gl_LocalInvocationID.x;
  float moved = line[l + offset]; // expected-note {{invocation 0 loads it here}}
  // expected-warning@+3 {{data race: invocation 1 stores to byte 4 of 'line', which invocation 0 loads with no barrier in between}}
  // expected-note@+2 {{assumed: offset = 1}}
  // expected-note@+1 {{memoryBarrierBuffer() and barrier() between the two}}
  line[l] = moved;
  rows[(l / 8u) * pitch + l % 8u] = rows[l + 4096u * header];
  if (far >= 64u)
    line[l + 512u] = line[l + 512u + far];
}

//--- stored-before.comp
// Near miss of a butterfly: the end that is stored to as well is so before a barrier.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Data { float data[]; };
layout(binding = 2) uniform Numbers { uint dist; };
shared float s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = data[l];
  barrier();
  // expected-warning@+4 {{data race}}
  // expected-note@+3 {{assumed: dist = 1}}
  // expected-note@+2 {{a barrier() between the two}}
  // expected-note@+1 {{loads it here}}
  s[l + dist] += s[l];
}

//--- butterfly.comp
// Both ends are stored to: an invocation has the two for itself, so the host keeps
// the number large enough. Nor is an index meant that a mask of the host's spreads.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) buffer Spread { float spread[]; };
layout(binding = 2) uniform Numbers { uint dist, mask; };
void main() {
  uint l = gl_LocalInvocationID.x;
  float low = data[l], high = data[l + dist];
  data[l] = low + high;
  data[l + dist] = low - high;
  uint i = l + (l & mask);
  spread[i] = 0.5 * spread[i + dist];
}

//--- half.comp
// Half of the shift bounds the index: 1 moves nothing, and no number reaches what is stored.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(push_constant) uniform Sizes { uint turned; };
void main() {
  uint l = gl_LocalInvocationID.x;
  if (l < turned / 2u)
    dst[l] = -src[l];
  dst[l + turned] = src[l + turned];
}

//--- switch.comp
// expected-no-diagnostics
// One dispatch takes one case: what the other stores is another dispatch's.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer D { uint d[]; };
uniform int stage;
void main() {
  uint i = gl_GlobalInvocationID.x;
  switch (stage) {
  case 1:
    d[i] = i;
    break;
  case 2:
    d[i ^ 1u] += 2u;
    break;
  }
}

//--- falling.comp
// Case 1 falls through into case 2, and neither ever meets case 4; case 1 meets what it
// falls into.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { float o[]; };
uniform uint stage;
shared float s[64];
shared float t[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  float v = 0.0;
  switch (stage) {
  case 1u:
    t[l] = 2.0;
  case 2u:
    s[l] = 1.0;
    // expected-warning@+4 {{loads byte 4 of 't', which invocation 1 stores to}}
    // expected-note@+3 {{a barrier() between the two}}
    // expected-note@+2 {{assumed: }}
    // expected-note@-6 {{invocation 1 stores to it here}}
    v = t[l ^ 1u];
    break;
  case 4u:
    v = s[l ^ 1u];
    break;
  }
  o[l] = v;
}

//--- lockstep.comp
// The last steps lie within the smallest subgroups; the step that does not is the
// finding. Alone they are a race like any other.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { float o[]; };
shared float s[64];
shared float t[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = o[l];
  t[l] = o[l + 64u];
  barrier();
  if (l < 32u) {
    // expected-warning@+1 {{invocation 16 stores to byte 64 of 's', which invocation 0 loads}}
    s[l] += s[l + 16u];
  }
  barrier();
  if (l < 4u) {
    // expected-remark@+1 {{invocation 2 stores to byte 8 of 's', which invocation 0 loads}}
    s[l] += s[l + 2u];
    // expected-warning@+1 {{invocation 2 stores to byte 8 of 't', which invocation 0 loads}}
    t[l] += t[l + 2u];
  }
  barrier();
  o[l] = s[0] + t[0];
}

//--- one-store.comp
// No barrier can stand between a store and itself.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint o[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  // expected-warning@+3 {{data race: invocation 1 stores to byte 0 of 's', which invocation 0 stores to}}
  // expected-note@+2 {{let one invocation store it, give each an element of its own, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  s[l / 2u] = l;
  barrier();
  o[l] = s[l / 2u];
}

//--- rows.comp
// expected-no-diagnostics
// The second row is no shift by a small number: rows are longer than a workgroup.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer T { uint table[]; };
uniform uint rows, width;
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint row = 0u; row < rows; ++row) {
    table[row * width + i] = 0u;
    if (i > row)
      table[row * width + i] = i - row;
  }
}

//--- texels.comp
// expected-no-diagnostics
// Texels do not overlap, however many bytes one has.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba32f) uniform imageBuffer image;
layout(binding = 1) uniform Scale { vec4 scale; };
void main() {
  int l = int(gl_LocalInvocationIndex);
  imageStore(image, l, imageLoad(image, l) * scale);
}

//--- one-texel.comp
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba32f) uniform imageBuffer image;
void main() {
  int l = int(gl_LocalInvocationIndex);
  // expected-warning@+3 {{data race: invocation 1 stores to a texel of 'image', which invocation 0 stores to}}
  // expected-note@+2 {{let one invocation store it, give each an element of its own, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  imageStore(image, l / 2, vec4(l));
}

//--- single.comp
// expected-no-diagnostics
// Only invocation 0 is below 1.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint count; uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count)
    return;
  if (count == 1u) {
    dst[0] = src[i];
    return;
  }
  dst[i] = src[i];
}

//--- several.comp
// Of 64 there are others below 3.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint count; uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count)
    return;
  if (count == 3u) {
    // expected-warning@+4 {{data race: invocation 1 stores to byte 0 of 'dst', which invocation 0 stores to}}
    // expected-note@+3 {{assumed: count == 3, no subgroup straddles the bound}}
    // expected-note@+2 {{let one invocation store it}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    dst[0] = src[i];
    return;
  }
  dst[i] = src[i];
}

//--- capped.comp
// expected-no-diagnostics
// Lists of 64 at most, side by side, whatever the host says; one of 65 runs into the next.
#version 450
layout(local_size_x = 128) in;
layout(push_constant) uniform Counts { uint n, m; int signedCount; };
layout(std430, binding = 0) buffer Lists { uint lists[]; };
void main() {
  uint t = gl_LocalInvocationIndex;
  if (t < min(n, 64u)) lists[t] = t;
  if (t < clamp(m, 0u, 64u)) lists[64u + t] = t * 2u;
  if (int(t) < min(64, max(signedCount, 0))) lists[128u + t] = t * 3u;
  if (t < min(m, 128u)) lists[192u + t] = t * 4u;
}

//--- updated.comp
// Two variables that are updated in place alike want one remedy. One that is loaded
// elsewhere is another matter.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Positions { vec2 positions[]; };
layout(std430, binding = 1) buffer Velocities { vec2 velocities[]; };
layout(std430, binding = 2) buffer Ages { float ages[]; };
uniform uint n;
void main() {
  uint i = gl_GlobalInvocationID.x, next = i + 1u;
  vec2 pull = vec2(0.0);
  // expected-note@+1 {{invocation 0 loads it here}}
  vec2 position = positions[next];
  vec2 velocity = velocities[next];
  if (position.x < velocity.x)
    pull = position - velocity;
  // expected-note@+1 {{invocation 0 loads it here}}
  float age = ages[next];
  // expected-warning@+3 {{data race: invocation 1 stores to byte 8 + 512 * gl_WorkGroupID.x of 'positions'}}
  // expected-note@+2 {{workgroups meet there, too}}
  // expected-note@+1 {{likewise: invocation 1 stores to 'velocities' here}}
  positions[i] = pull; velocities[i] = position;
  // expected-warning@+2 {{data race: invocation 1 stores to byte 4 + 256 * gl_WorkGroupID.x of 'ages'}}
  // expected-note@+1 {{workgroups meet there, too}}
  ages[i] = age + 1.0;
}

//--- passed.comp
// A shared array that is passed is copied, and handed back by all.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[64];
void turn(inout uint list[64], uint l) { list[l] = list[63u - l]; }
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = data[g];
  barrier();
  // expected-warning@+3 {{data race: invocation 0 stores to byte 0 of 's', which invocation 63 loads}}
  // expected-note@+2 {{let the function use the shared array itself: arrays are passed by value}}
  // expected-note@+1 {{invocation 63 loads it here}}
  turn(s, l);
  barrier();
  data[g] = s[l];
}
