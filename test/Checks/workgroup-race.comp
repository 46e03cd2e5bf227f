// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/example.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/near-miss.comp %t/in-place.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race --dispatch=1,1,1 %t/one-workgroup.comp
// RUN: %edit s/expected-remark/expected-warning/ %t/in-place.comp > %t/many.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race --dispatch=4,1,1 %t/many.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %t/mode.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %t/all.comp %t/last.comp %t/modes.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=g == 0u' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=gl_GlobalInvocationID == uvec3(0u)' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=gl_WorkGroupID.x == 0u && l == 0u' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=!(g > 0u)' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=g == 0u' -D'COUNTED=isSeen(src[g])' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y == 0u && l == 0u' -D'COUNTED=src[g] > 3u' %t/counter.comp
// RUN: %edit 's/there are several workgroups, //' %t/counter.comp > %t/many-counted.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=g == 0u' --dispatch=9,1,1 %t/many-counted.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (g == 0u) other = 0u;' -D'COUNT=atomicAdd(count, 1u)' %t/ordered.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (flag == 0u && g == 0u) count = 0u;' -D'COUNT=if (flag == 1u) atomicAdd(count, 1u)' %t/ordered.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=switch (flag) { case 0u: if (g == 0u) count = 0u; break; case 1u: atomicAdd(count, 1u); break; }' -D'COUNT=' %t/ordered.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (gl_NumWorkGroups.x > 1u) return; if (g == 0u) count = 0u;' -D'COUNT=atomicAdd(count, 1u)' %t/ordered.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (g == 0u && src[g] > 3u) count = 0u;' -D'COUNT=atomicAdd(count, 1u)' %t/ordered.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'SET=if (g == 0u) { count = 0u; memoryBarrierBuffer(); atomicExchange(other, 1u); }' -D'COUNT=while (atomicAdd(other, 0u) == 0u); memoryBarrierBuffer(); atomicAdd(count, 1u)' %t/ordered.comp
// RUN: %wglint --verify --checks=workgroup-race --dispatch=1,1,1 -D'SET=if (g == 0u) count = 0u;' -D'COUNT=atomicAdd(count, 1u)' %t/ordered.comp
// RUN: %wglint --verify --verify-ignore=note --checks=workgroup-race %t/long.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %t/texel-rows.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/whole-array.comp
// RUN: %wglint --verify --checks=workgroup-race %t/exchange.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'LOAD=bodies[l]' %t/own.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'LOAD=bodies[gl_GlobalInvocationID.x]' %t/own.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=i == g' %t/others.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=!(i < g || i > g)' %t/others.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=i >= g' %t/others.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %t/look-back.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/others.comp > %t/nobody.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=i != g' %t/nobody.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=i < g || i > g' %t/nobody.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/own.comp > %t/apart.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'LOAD=bodies[gl_WorkGroupID.x]' %t/apart.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'LOAD=bodies[n + l]' %t/apart.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race -DBORDER=0 %t/one.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race -DBORDER=2 %t/one.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %t/chequered.comp %t/row.comp %t/first.comp %t/layers.comp %t/sand.comp %t/odd.comp

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
  barrier();
  for (uint d = 32u; d > 0u; d /= 2u) {
    if (l < d)
      s[l] += s[l + d];
    barrier();
  }
  if (l == 0u)
    // expected-warning@+3 {{invocation 0 of every workgroup stores to byte 0 of 'dst': only one of the values stays}}
    // expected-note@+2 {{no barrier orders workgroups: give each its own element}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    dst[0] = s[0];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    dst[gl_WorkGroupID.x] = src[g];
}

//--- one-workgroup.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    dst[0] = src[g];
}

//--- in-place.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float v = dst[g + 1u];
  barrier();
  // expected-remark@+3 {{data race between workgroups}}
  // expected-note@+2 {{no barrier orders workgroups}}
  // expected-note@-4 {{it here}}
  dst[g] = v;
}

// One workgroup may be all there is where the mode is 1.
//--- mode.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(push_constant) uniform Pass { uint mode; };
void main() {
  if (gl_LocalInvocationID.x == 0u && mode == 1u)
    // expected-remark@+1 {{invocation 0 of every workgroup stores to byte 0 of 'dst'}}
    dst[0] = src[gl_GlobalInvocationID.x];
}

//--- all.comp
// All invocations of all workgroups: once is enough.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) buffer Sum { float sum; };
void main() {
  // expected-warning@+3 {{data race: invocation 1 stores to byte 0 of 'sum'}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  sum = data[gl_GlobalInvocationID.x];
}

// One workgroup in z stores, whatever else the short circuit asks.
//--- last.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(push_constant) uniform Sizes { uint layers, width, used; };
void main() {
  uint z = gl_WorkGroupID.z, i = gl_GlobalInvocationID.x;
  if (z + 1u == layers && i < width)
    dst[i] = src[z * width + i];
  if (z == 3u && i < width && gl_LocalInvocationID.x < used)
    dst[width + i] = src[z * width + i];
}

// The host chooses one of the two.
//--- modes.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(push_constant) uniform Sizes { uint mode, width; };
shared float s[65];
void main() {
  uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
  s[l] = 0.0;
  if (l == 0u)
    s[64] = 0.0;
  barrier();
  if (mode == 0u && i < width)
    s[l] = data[i];
  if (mode == 1u && i < width)
    data[i] = s[l + 1u];
}

//--- counter.comp
// barrier() makes invocations wait for their own workgroup alone.
#version 450
#ifndef COUNTED
#define COUNTED src[g] > 3u
#endif
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) coherent buffer Counter { uint count, total; };
uniform bool isNearWanted, isFarWanted;
// Data decides under either flag.
bool isSeen(uint distance) {
  bool isLeftOut = false;
  if (isNearWanted)
    isLeftOut = isLeftOut || distance > 9u;
  if (isFarWanted)
    isLeftOut = isLeftOut || distance < 2u;
  return !isLeftOut;
}
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (ONE)
    // expected-warning@+3 {{data race between workgroups: invocation 0 of one of them stores to byte 0 of 'count', which invocation 0 of each atomically changes}}
    // expected-note@+2 {{assumed: there are several workgroups, some data makes an invocation come here}}
    // expected-note@+1 {{no barrier orders workgroups: set it before the dispatch, and read it after that}}
    count = 0u;
  memoryBarrierBuffer();
  barrier();
  if (COUNTED)
    // expected-note@+1 2 {{invocation 0 atomically changes it here}}
    atomicAdd(count, 1u);
  memoryBarrierBuffer();
  barrier();
  if (ONE)
    // expected-warning@+3 {{data race between workgroups: invocation 0 of one of them loads byte 0 of 'count', which invocation 0 of each atomically changes}}
    // expected-note@+2 {{assumed: there are several workgroups, some data makes an invocation come here}}
    // expected-note@+1 {{no barrier orders workgroups}}
    total = count;
}

//--- long.comp
// Behind more work than there is time for.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Counter { uint count; };
layout(std430, binding = 2) buffer Dst { uint dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x, sum = 0u;
  if (g == 0u)
    count = 0u; // expected-warning {{data race between workgroups}}
  barrier();
  for (uint k = 0u; k < 1000u; ++k)
    for (uint i = 0u; i < 1000u; ++i)
      sum ^= src[g + i * k] * i + k;
  dst[g] = sum;
  atomicAdd(count, 1u);
}

//--- exchange.comp
// An atomic does not order what builds on it; two that build do not matter.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Counter { uint count, most; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  if (g == 0u) {
    // expected-warning@+3 {{data race between workgroups: invocation 0 of one of them atomically changes byte 0 of 'count', which invocation 0 of each atomically changes}}
    // expected-note@+2 {{assumed: there are several workgroups}}
    // expected-note@+1 {{no barrier orders workgroups}}
    atomicExchange(count, 0u);
    atomicMax(most, 3u);
  }
  atomicAdd(count, 1u); // expected-note {{invocation 0 atomically changes it here}}
  atomicMax(most, g);
}

//--- own.comp
// Each workgroup moves a body of its own, by all bodies or by those of its first
// invocations' numbers.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bodies { float bodies[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  // expected-note-re@+1 {{invocation {{0|1}} loads it here}}
  s[l] = LOAD;
  barrier();
  if (l != 0u)
    return;
  float sum = 0.0;
  for (uint i = 0u; i < 64u; ++i)
    sum += s[i];
  // expected-warning-re@+2 {{data race between workgroups: invocation 0 stores to byte {{0|4}} of 'bodies', which invocation {{0|1}} of the workgroup next to it in x loads}}
  // expected-note@+1 {{no barrier orders workgroups: load from one buffer and store to another, or split the dispatch in two}}
  bodies[gl_WorkGroupID.x] = sum;
}

// Each workgroup moves a body of its own, by those that it does not skip; all of it has one cause.
//--- others.comp
#version 450
layout(local_size_x = 1) in;
struct Body { float at, speed; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
uniform uint n;
void main() {
  uint g = gl_GlobalInvocationID.x;
  float at = 0.0, speed = 0.0;
  for (uint i = 0u; i < n; ++i) {
    if (SKIP)
      continue;
    // expected-note@+1 {{invocation 0 loads it here}}
    at += bodies[i].at;
    speed -= bodies[i].speed;
  }
  // expected-warning@+2 {{data race between workgroups: invocation 0 stores to byte 0 of 'bodies.at', which invocation 0 of the workgroup next to it in x loads}}
  // expected-note@+1 {{no barrier orders workgroups: load from one buffer and store to another, or split the dispatch in two}}
  bodies[g].at = at;
  // expected-note@+1 {{likewise: invocation 0 stores to 'bodies.speed' here}}
  bodies[g].speed = speed;
}

// Each workgroup waits for the word of the one before it, which the load itself asks for.
//--- look-back.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) coherent buffer Sums { uint sums[]; };
void main() {
  uint g = gl_WorkGroupID.x, before = 0u;
  if (g > 0u)
    do
      before = sums[g - 1u];
    while (before == 0u);
  sums[g] = before + src[g];
}

//--- ordered.comp
// expected-no-diagnostics
// Another counter, the opposite condition or another case, one workgroup by its own words, an invocation that data picks,
// a flag that the others wait for, or one workgroup.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) coherent buffer Counter { uint count, other; };
uniform uint flag;
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  SET
  memoryBarrierBuffer();
  barrier();
  COUNT;
}

// Each row is another workgroup's: how many there are in a row, the host says.
//--- whole-array.comp
// Every workgroup sets all of an array, and what stands beside it: one change mends it, one finding says it.
// What stands behind a branch is another.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Corners { float corners[4]; float other; float third; };
uniform int mode;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  float value = float(gl_WorkGroupID.x);
  // expected-warning@+4 {{invocation 0 of every workgroup stores to byte 0 of 'corners': only one of the values stays}}
  // expected-note@+3 {{no barrier orders workgroups: give each its own element}}
  // expected-note@+2 {{invocation 0 stores to it here}}
  // expected-note@+2 {{likewise: invocation 0 stores to 'corners' here}}
  corners[0] = value;
  corners[1] = value + 1.0;
  // expected-note@+1 {{likewise: invocation 0 stores to 'other' here}}
  other = value;
  if (mode > 0)
    value += 2.0;
  // expected-warning@+3 {{invocation 0 of every workgroup stores to byte 20 of 'third': only one of the values stays}}
  // expected-note@+2 {{no barrier orders workgroups: give each its own element}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  third = value;
  dst[gl_WorkGroupID.x] = value;
}

//--- texel-rows.comp
#version 450
layout(local_size_x = 64) in;
layout(rgba8, binding = 0) writeonly uniform image2D rows, one;
layout(std430, binding = 2) readonly buffer Src { float src[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float value = src[p.x];
  p.x = (p.x + 32u) % 64u;
  // expected-remark@+1 {{data race between workgroups: invocation 0 stores to a texel of 'rows', which invocation 0 of the workgroup next to it in x stores}}
  imageStore(rows, ivec2(p), vec4(value));
  // expected-warning@+1 {{invocation 0 of every workgroup stores to a texel of 'one': only one of the values stays}}
  imageStore(one, ivec2(p.x, 7), vec4(value));
}

// Workgroups of one invocation: data decides who looks, a border is left out.
//--- one.comp
#version 450
layout(local_size_x = 1) in;
layout(r32f, binding = 0) uniform image2D heat;
layout(r32f, binding = 1) uniform readonly image2D matter;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  float own = imageLoad(heat, p).r, left = 0.0;
  if (imageLoad(matter, p).r != 0.0) {
    if (p.x > BORDER)
      // expected-note@+1 {{invocation 0 loads it here}}
      left = imageLoad(heat, p - ivec2(1, 0)).r;
  }
  // expected-warning@+3 {{data race between workgroups: invocation 0 stores to a texel of 'heat', which invocation 0 of the workgroup next to it in x loads}}
  // expected-note@+2 {{assumed: some data makes an invocation come here}}
  // expected-note@+1 {{no barrier orders workgroups: load from one image and store to another}}
  imageStore(heat, p, vec4(own + left));
}

// Of every second texel, who stores meets nobody.
//--- chequered.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 1) in;
layout(r32f, binding = 0) uniform image2D heat;
layout(push_constant) uniform Pass { int colour; };
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  if ((p.x + p.y) % 2 == colour)
    imageStore(heat, p, imageLoad(heat, p - ivec2(1, 0)));
}

// Each workgroup has a row of its own, and looks at the one before.
//--- row.comp
#version 450
layout(local_size_x = 256) in;
layout(r32f, binding = 0) uniform image2D heat;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  // expected-note@+1 {{invocation 0 loads it here}}
  vec4 above = imageLoad(heat, p - ivec2(0, 1));
  // expected-warning@+2 {{data race between workgroups: invocation 0 stores to a texel of 'heat', which invocation 0 of the workgroup next to it in y loads}}
  // expected-note@+1 {{no barrier orders workgroups: load from one image and store to another}}
  imageStore(heat, p, imageLoad(heat, p) + above);
}

// The first workgroup stores to what the second has for its own.
//--- first.comp
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Boids { float speed[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i == 0u)
    // expected-note@+1 {{invocation 0 stores to it here}}
    speed[1] = 2.0;
  // expected-warning@+2 {{data race between workgroups: invocation 0 stores to byte 4 of 'speed', which invocation 0 of the workgroup next to it in x stores to}}
  // expected-note@+1 {{no barrier orders workgroups: give each its own element}}
  speed[i] = float(i);
}

// One workgroup in z is enough to fill all layers.
//--- layers.comp
#version 450
layout(local_size_x = 1) in;
layout(r32f, binding = 0) uniform image3D noise;
void main() {
  uvec3 p = gl_GlobalInvocationID;
  for (uint z = p.z; z < 8u; ++z)
    // expected-remark@+3 {{data race between workgroups: invocation 0 stores to a texel of 'noise'}}
    // expected-note@+2 {{no barrier orders workgroups}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    imageStore(noise, ivec3(p.xy, z), vec4(float(p.x + z) * float(p.y + p.z)));
}

// Sand in place: whatever a grain does is one cause.
//--- sand.comp
#version 450
layout(local_size_x = 1) in;
layout(r8ui, binding = 0) uniform uimage2D cells;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy), below = p - ivec2(0, 1);
  // expected-note@+1 {{invocation 0 loads it here}}
  uint own = imageLoad(cells, p).r;
  if (own == 1u) {
    imageStore(cells, p, uvec4(0u));
    // expected-warning@+3 {{data race between workgroups: invocation 0 stores to a texel of 'cells', which invocation 0 of the workgroup next to it in y loads}}
    // expected-note@+2 {{some data makes an invocation come here}}
    // expected-note@+1 {{no barrier orders workgroups: load from one image and store to another}}
    imageStore(cells, below, uvec4(own));
  }
}

// One's number decides with the data: who stores meets nobody.
//--- odd.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if ((i & 1u) == 0u && a[i] < a[i + 1u])
    a[i] = a[i + 1u];
}
