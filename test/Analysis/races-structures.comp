// Of structures that are loaded or stored as a whole only those members race that
// one invocation changes and another one uses.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += bodies[j].position.x;' %t/changed.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body other = bodies[j]; sum += other.position.x;' %t/changed.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body parts[2]; parts[1] = bodies[j]; vec4 p = parts[1].position; sum += p.x;' %t/changed.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/changed.comp > %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += bodies[j].position.y;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += bodies[j].mass;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += bodies[j].turn[1].y;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body other = bodies[j]; sum += other.position.y;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body other = bodies[j]; sum += other.mass;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body parts[2]; parts[1] = bodies[j]; vec4 p = parts[1].position; sum += p.w;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += look(j).mass;' %t/kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=sum += look(list[i + j]).mass;' %t/kept.comp
// RUN: %edit -e 's/byte 0 of/an element of/' -e 's/invocation 63 loads/invocation 1 loads/' %t/changed.comp > %t/picked.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'LOOK=Body other = bodies[list[i + j]]; sum += other.position.x;' %t/picked.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race -DMEMBER=position.x %t/single.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/single.comp > %t/single-kept.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race -DMEMBER=mass %t/single-kept.comp
// RUN: %edit '/if (i >= count)/,/return;/d' %t/single.comp > %t/unbounded.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race -DMEMBER=position.x %t/unbounded.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %t/parity.comp

// RUN: %edit -e 's/if (i >= count)/if (!(i < count))/' %t/single.comp > %t/not-less.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race -DMEMBER=position.x %t/not-less.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %t/past.comp %t/two-bounds.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race %t/layouts.comp

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

//--- past.comp
// expected-no-diagnostics
// Only those past the end get there.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform uint count;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (!(i < count))
    data[i] = data[i + 1u];
}

//--- two-bounds.comp
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform uint width, height;

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  if (p.x >= width || p.y >= height)
    return;
  // expected-remark@+1 {{data race between workgroups}}
  data[p.y * 64u + p.x] = data[p.y * 64u + p.x + 1u];
}

//--- layouts.comp
// What is kept is told by where it lies: matrices by rows, and with padding.
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; float weights[3]; bool isFixed; mat3 turn; };
layout(std430, row_major, binding = 0) buffer Rows { mat4 rows[]; };
layout(std140, binding = 1) buffer Padded { mat4x2 padded[]; };
layout(std430, row_major, binding = 2) buffer Bodies { Body bodies[]; };
layout(std430, binding = 3) writeonly buffer Out { float o[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  mat4 turned = transpose(rows[i]);
  o[i] = rows[i + 1u][1][0];
  rows[i] = turned; // expected-warning {{data race: invocation 1 stores to byte 68}}
  barrier();
  mat4x2 shifted = padded[i];
  o[i] += padded[i + 1u][1].x;
  shifted[1] = shifted[2];
  padded[i] = shifted; // expected-warning {{data race: invocation 1 stores to byte 80}}
  Body mine = bodies[i];
  o[i] += bodies[i + 1u].isFixed ? bodies[i + 1u].weights[1] : bodies[i + 1u].weights[2];
  mine.position.x += 1.0;
  bodies[i] = mine; // expected-remark {{of 'bodies.isFixed', which invocation 0 loads with nothing to order them: what is used of it is stored unchanged}}
  // expected-remark@-1 {{of 'bodies.weights'}}
  // expected-remark@-2 {{of 'bodies.weights'}}
}
