// Of structures that are loaded or stored as a whole only those members race that
// one invocation changes and another one uses.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += bodies[j].position.x;' %t/changed.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body other = bodies[j]; sum += other.position.x;' %t/changed.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body parts[2]; parts[1] = bodies[j]; vec4 p = parts[1].position; sum += p.x;' %t/changed.comp
// RUN: sed -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/changed.comp > %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += bodies[j].position.y;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += bodies[j].mass;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += bodies[j].turn[1].y;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body other = bodies[j]; sum += other.position.y;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body other = bodies[j]; sum += other.mass;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body parts[2]; parts[1] = bodies[j]; vec4 p = parts[1].position; sum += p.w;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += look(j).mass;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += look(list[i + j]).mass;' %t/kept.comp
// RUN: sed -e 's/byte 0 of/an element of/; s/invocation 63 loads/invocation 1 loads/' %t/changed.comp > %t/picked.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body other = bodies[list[i + j]]; sum += other.position.x;' %t/picked.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race -DMEMBER=position.x %t/single.comp
// RUN: sed -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/single.comp > %t/single-kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race -DMEMBER=mass %t/single-kept.comp
// RUN: sed '/if (i >= count)/,/return;/d' %t/single.comp > %t/unbounded.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race -DMEMBER=position.x %t/unbounded.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %t/parity.comp

//--- changed.comp
#version 450
layout(local_size_x = 64) in;
struct Body {
  vec4 position;
  mat4 turn, shape, past; // more pieces than one store may have
  float mass;
};
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) readonly buffer List { uint list[]; };
layout(std430, binding = 2) readonly buffer Counts { uint count; };

Body look(uint j) { return bodies[j]; }

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count)
    return;
  Body mine = bodies[i];
  float sum = 0.0;
  for (uint j = 0u; j < count; ++j) {
    LOOK
  }
  mine.position.x += sum;
  // expected-warning@+1 {{data race: invocation 0 stores to byte 0 of 'bodies.position', which invocation 63 loads with no barrier}}
  bodies[i] = mine;
}

//--- single.comp
// Workgroups of one invocation: there are as many as the bound says.
#version 450
layout(local_size_x = 1) in;
struct Body { vec4 position; float mass; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
uniform int count;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count)
    return;
  Body mine = bodies[i];
  for (int j = 0; j < count; ++j)
    mine.position.x += bodies[j].MEMBER;
  // expected-warning@+1 {{invocation 0 stores to byte 0 of 'bodies.position', which invocation 0 of the workgroup next to it in x loads}}
  bodies[i] = mine;
}

//--- parity.comp
// expected-no-diagnostics
// Every other one at a time: this is no bound.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform uint phase;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i % 2u != phase)
    return;
  data[i] = data[i + 1u];
}
