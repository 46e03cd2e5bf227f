// Each invocation stores to its own element while others look at elements that data
// picks, or go through all of them: a race, unless it is another member, another
// part of the array, or another buffer.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[k]].position' %t/race.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[k] + 1u].position' %t/race.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[k] * width].position' %t/race.comp
// RUN: sed 's/an element of/byte 0 of/; s/which invocation 1 loads/which invocation 63 loads/' %t/race.comp > %t/all.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[k].position' %t/all.comp
// RUN: sed -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/race.comp > %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[k]].mass' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=old[list[k]].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[width + list[k]].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[4096u + list[k]].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[i].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[atomicAdd(taken, 1u)].position' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[k]].position' -D'IF=if (list[i] == 1u)' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race -D'LOOK=bodies[list[k]].position' -D'OWN=list[i]' %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race %t/barrier.comp
// RUN: sed -e 's/expected-warning/expected-remark/' -e '/>= count/d' -e '/return;/d' %t/barrier.comp > %t/unbounded.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race %t/unbounded.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race --dispatch=1,1,1 %t/one.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,workgroup-race %t/clear.comp

//--- race.comp
#version 450
layout(local_size_x = 64) in;
struct Body { vec3 position; float mass; vec4 rest; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) readonly buffer Old { Body old[]; };
layout(std430, binding = 2) readonly buffer List { uint list[]; };
layout(std430, binding = 3) buffer Counters { uint taken; };
layout(binding = 4) uniform Sizes { uint count, width; };
#ifndef OWN
#define OWN i
#endif
#ifndef IF
#define IF
#endif
void main() {
  uint i = gl_GlobalInvocationID.x;
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
  // expected-warning@+1 {{data race between workgroups: invocation 0 stores to an element of 'heights', which invocation 1 of another workgroup loads}}
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
  // expected-warning@+1 {{data race between workgroups: invocation 1 atomically changes an element of 'cells', which invocation 0 of another workgroup stores to}}
  atomicAdd(cells[uint(floor(positions[i]))], 1u);
}
