// Each invocation stores to its own element while others look at elements that data
// picks, or go through all of them: a race, unless it is another member, another
// part of the array, or another buffer.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[i + k]].position' %t/race.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[i + k] + 1u].position' %t/race.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[i + k] * width].position' %t/race.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[i + k]].position' -D'IF=if (count > 7u)' %t/race.comp
// RUN: %edit -e 's/an element of/byte 0 of/' -e 's/which invocation 1 loads/which invocation 63 loads/' %t/race.comp > %t/all.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[k].position' %t/all.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/race.comp > %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[i + k]].mass' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=old[list[i + k]].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[width + list[i + k]].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[4096u + list[i + k]].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[i].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[atomicAdd(taken, 1u)].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[i + k]].position' -D'IF=if (list[i] == 1u)' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[i + k]].position' -D'OWN=list[i]' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[i + k]].position' -D'IF=if (count == 0u)' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=(width == 1u ? bodies[list[i + k]].position : vec3(1.0))' -D'IF=if (width == 2u)' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[first].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[shuffled[k & 63u]].position' -D'TOP=shuffled[l] = list[i]; barrier();' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race %t/halves.comp \
// RUN:   %t/one-reader.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'BOUND=i' %t/bounds.comp
// RUN: %edit s/expected-warning/expected-remark/ %t/bounds.comp > %t/local-bound.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'BOUND=gl_LocalInvocationIndex' %t/local-bound.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race %t/waits.comp %t/spins.comp \
// RUN:   %t/swap.comp %t/mark.comp %t/barrier.comp
// RUN: %edit -e 's/expected-warning/expected-remark/' -e '/>= count/d' -e '/return;/d' %t/barrier.comp > %t/unbounded.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race %t/unbounded.comp \
// RUN:   %t/clear.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race --dispatch=1,1,1 %t/one.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race %t/constant.comp %t/constant-apart.comp

//--- race.comp
#version 450
layout(local_size_x = 64) in;
struct Body { vec3 position; float mass; vec4 rest; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) readonly buffer Old { Body old[]; };
layout(std430, binding = 2) readonly buffer List { uint list[]; };
layout(std430, binding = 3) buffer Counters { uint taken, first; };
shared uint shuffled[64];
layout(binding = 4) uniform Sizes { uint count, width; };
#ifndef OWN
#define OWN i
#endif
#ifndef IF
#define IF
#endif
#ifndef TOP
#define TOP
#endif
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  TOP
  if (i >= count)
    return;
  vec3 sum = vec3(0.0);
  for (uint k = 0u; k < count; ++k)
    sum += LOOK;
  IF
  // expected-warning@+1 {{data race: invocation 0 stores to an element of 'bodies.position', which invocation 1 loads with no barrier in between}}
  bodies[OWN].position = sum;
}

//--- barrier.comp
// barrier() makes nobody wait in other workgroups.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Heights { float heights[]; };
layout(std430, binding = 1) buffer Speeds { float speeds[]; };
layout(std430, binding = 2) readonly buffer List { uint list[]; };
layout(binding = 3) uniform Sizes { uint count; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float height = heights[list[i]], speed = speeds[list[i]];
  memoryBarrierBuffer();
  barrier();
  if (i >= count)
    return;
  // expected-warning@+1 {{data race between workgroups: invocation 0 stores to an element of 'heights', which invocation 0 of another workgroup loads}}
  heights[i] = height + 1.0;
  speeds[i] = speed + 1.0;
}

//--- one.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Heights { float heights[]; };
layout(std430, binding = 2) readonly buffer List { uint list[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float height = heights[list[i]];
  memoryBarrierBuffer();
  barrier();
  heights[i] = height + 1.0;
}

//--- clear.comp
// Cells that some workgroups clear, and others count in already.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Cells { uint cells[]; };
layout(std430, binding = 1) readonly buffer Positions { float positions[]; };
layout(binding = 2) uniform Sizes { uint count; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < count)
    cells[i] = 0u;
  barrier();
  // expected-warning@+1 {{data race between workgroups: invocation 0 atomically changes an element of 'cells', which invocation 0 of another workgroup stores to}}
  atomicAdd(cells[uint(floor(positions[i]))], 1u);
}

//--- halves.comp
// expected-no-diagnostics: which buffer it is, the index says.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Heights { float heights[]; } buffers[2];
layout(std430, binding = 2) readonly buffer List { uint list[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  buffers[1].heights[i] = buffers[0].heights[list[i]];
}

//--- one-reader.comp
// The witnesses are invocations that execute it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Heights { vec4 heights[]; };
layout(std430, binding = 1) buffer Out { float o[]; };
layout(std430, binding = 2) readonly buffer List { uint list[]; };
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  if (l == 5u || l == 9u)
    o[i] = heights[list[i] - 1u].y;
  // expected-warning@+1 {{data race: invocation 0 stores to an element of 'heights', which invocation 5 loads with no barrier in between}}
  heights[i] = vec4(1.0);
}

//--- bounds.comp
// How many workgroups there are, a bound of the dispatch tells.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Heights { float heights[]; };
layout(std430, binding = 2) readonly buffer List { uint list[]; };
layout(binding = 3) uniform Sizes { uint count; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float height = heights[list[i]];
  memoryBarrierBuffer();
  barrier();
  // expected-warning@+2 {{data race between workgroups: invocation 0 stores to an element of 'heights', which invocation 0 of another workgroup loads}}
  if (BOUND < count)
    heights[i] = height + 1.0;
}

//--- waits.comp
// expected-no-diagnostics: workgroups wait for each other by an image.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Heights { float heights[]; };
layout(std430, binding = 1) buffer Out { float o[]; };
layout(std430, binding = 2) readonly buffer List { uint list[]; };
layout(r32ui, binding = 3) uniform uimage2D locks;
layout(binding = 4) uniform Sizes { uint count; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < count)
    heights[i] = 1.0;
  memoryBarrier();
  barrier();
  if (gl_LocalInvocationIndex == 0u) {
    imageAtomicAdd(locks, ivec2(0), 1u);
    while (imageAtomicAdd(locks, ivec2(0), 0u) < gl_NumWorkGroups.x) {}
  }
  memoryBarrier();
  barrier();
  o[i] = heights[list[i]];
}

//--- spins.comp
// expected-no-diagnostics: each waits for the flags of those that it builds on.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) volatile coherent buffer Ready { uint ready[]; };
layout(std430, binding = 1) buffer Values { float values[]; };
layout(std430, binding = 2) readonly buffer List { uint list[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = list[i]; k < list[i + 1u]; ++k) {
    while (ready[list[k]] == 0u) {}
    memoryBarrierBuffer();
    sum += values[list[k]];
  }
  values[i] = sum;
  memoryBarrierBuffer();
  ready[i] = 1u;
}

//--- swap.comp
// expected-no-diagnostics: a table of pairs, of which one stores for both.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { vec2 data[]; };
layout(std430, binding = 2) readonly buffer List { uint reversed[]; };
void main() {
  uint i = gl_GlobalInvocationID.x, j = reversed[i];
  vec2 a = data[i], b = data[j];
  if (i < j) {
    data[i] = b;
    data[j] = a;
  }
}

//--- mark.comp
// expected-no-diagnostics: both store the same.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Marks { uint marks[]; };
layout(std430, binding = 2) readonly buffer List { uint list[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  marks[i] = 1u;
  for (uint k = list[i]; k < list[i + 1u]; ++k)
    marks[list[k]] = 1u;
}

// A constant number of bodies, too many to go through them one by one.
//--- constant.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bodies { vec2 bodies[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= 100000u)
    return;
  vec2 sum = vec2(0.0);
  for (uint k = 0u; k < 100000u; ++k)
    sum += bodies[k];
  // expected-warning@+1 {{data race: invocation 0 stores to an element of 'bodies', which invocation 1 loads with no barrier in between}}
  bodies[i] = sum;
}

// Who goes through the elements of others alone meets nobody.
//--- constant-apart.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bodies { vec2 bodies[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= 100000u)
    return;
  vec2 sum = vec2(0.0);
  for (uint k = 0u; k < 100000u; ++k)
    sum += bodies[k + 100000u];
  bodies[i] = sum;
}
