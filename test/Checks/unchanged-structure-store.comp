// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=unchanged-structure-store %t/example.comp
// RUN: %wglint --verify --remarks --checks=unchanged-structure-store %t/near-miss.comp %t/late.comp %t/suppressed.comp %t/fixed.comp
// RUN: %wglint --verify --remarks --checks=unchanged-structure-store --target=nvidia-hopper %t/near-miss.comp %t/suppressed.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unchanged-structure-store --target=nvidia-hopper %t/members.comp %t/paths.comp %t/minor.comp %t/some.comp
// RUN: %edit s/expected-warning/expected-remark/ %t/some.comp > %t/some-devices.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unchanged-structure-store %t/some-devices.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 256) in;

struct Particle {
  vec4 position;
  vec4 velocity;
  mat4 stress;
  mat4 deformation;
  vec4 color;
};
layout(std430, binding = 0) buffer Particles { Particle particles[]; };
uniform float dt;

void main() {
  uint i = gl_GlobalInvocationID.x;
  Particle p = particles[i];
  p.position += p.velocity * dt;
  // expected-warning@+3 {{store to 'particles' writes 176 bytes of each element, 160 of them as they were loaded: only 'position' changes}}
  // expected-note@+2 {{50 % of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{store the members that change one by one; those that are only copied need not be loaded then either}}
  particles[i] = p;
}
// [/example]

//--- some.comp
// As many lines of 64 and of 128 bytes are written as would be.
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; vec4 force; vec4 color; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  Body b = bodies[i];
  b.position += b.velocity;
  // expected-warning@+1 {{store to 'bodies' writes 64 bytes of each element, 48 of them as they were loaded: only 'position' changes}}
  bodies[i] = b;
}

//--- near-miss.comp
// expected-no-diagnostics
// What changes lies in all sectors; or comes from elsewhere; or may have been
// stored to since it was loaded, by another name as well.
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; vec4 force; vec4 color; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) buffer Others { Body others[]; };
layout(std430, binding = 2) readonly buffer From { Body from[]; };
layout(std430, binding = 3) buffer Late { Body late[]; };
layout(std430, binding = 4) buffer Small { vec4 small[][2]; };
layout(std430, binding = 5) buffer Named { Body named[]; };
layout(std430, binding = 5) buffer Again { vec4 again[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  Body b = bodies[i];
  b.position.x = 0.0;
  b.force.x = 0.0;
  bodies[i] = b;
  others[i] = from[i];
  Body c = late[i];
  late[i].color = vec4(1.0);
  late[i].velocity = vec4(2.0);
  late[i].force = vec4(2.0);
  c.position.x = 0.0;
  late[i] = c;
  vec4 pair[2] = small[i];
  pair[0] = vec4(0.0);
  small[i] = pair;
  Body n = named[i];
  n.position.x = 0.0;
  again[4u * i + 3u] = vec4(1.0);
  named[i] = n;
}

//--- late.comp
// expected-no-diagnostics
// A later iteration than those that are walked.
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; mat4 stress; vec4 color; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) readonly buffer Others { vec4 others[]; };
uniform uint n;
void main() {
  uint i = gl_GlobalInvocationID.x;
  Body b = bodies[i];
  for (uint j = 0u; j < n; ++j)
    if (j >= 40u)
      b.color += others[j];
  b.position += b.velocity;
  bodies[i] = b;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; vec4 color; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  Body b = bodies[i];
  b.position += b.velocity;
  bodies[i] = b; // NOLINT(unchanged-structure-store)
}

//--- fixed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; vec4 color; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  Body b = bodies[i];
  bodies[i].position = b.position + b.velocity;
}

//--- members.comp
// Parts of matrices and of vectors of three, structures in structures, functions
// that change what they are given, and a list too long to name.
#version 450
layout(local_size_x = 64) in;
struct Inner { mat4 basis; vec3 axis; float angle; };
struct Outer { Inner inner; vec4 color; float a, b, c, d, e, f; };
layout(std430, binding = 0) buffer Outers { Outer outers[]; };
layout(std430, binding = 1) buffer Others { Outer others[]; };
layout(std430, binding = 2) buffer Third { Outer third[]; };
void turn(inout Outer o) { o.inner.angle += 1.0; }
void main() {
  uint i = gl_GlobalInvocationID.x;
  Outer o = outers[i];
  turn(o);
  // expected-warning@+1 {{store to 'outers' writes 120 bytes of each element, 116 of them as they were loaded: only 'inner.angle' changes}}
  outers[i] = o;
  Outer p = others[i];
  p.a = p.b = p.c = p.d = p.e = 0.0;
  // expected-warning@+1 {{100 of them as they were loaded: only 'a', 'b', 'c', 'd' and 1 more change}}
  others[i] = p;
  Inner n = third[i].inner;
  n.axis.y = 0.0;
  // expected-warning@+1 {{store to 'third.inner' writes 80 bytes of each element, 76 of them as they were loaded: only 'axis' changes}}
  third[i].inner = n;
}

//--- paths.comp
// Changed on some path: counts as changed.
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; vec4 force; vec4 color; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) buffer Others { Body others[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  Body b = bodies[i];
  if (b.color.a > 0.5) {
    b.position += b.velocity;
    b.force = vec4(0.0);
  }
  bodies[i] = b;
  Body o = others[i];
  if (o.color.a > 0.5)
    o.position += o.velocity;
  // expected-warning@+1 {{48 of them as they were loaded: only 'position' changes}}
  others[i] = o;
}

//--- minor.comp
// A small part of the traffic.
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; vec4 color; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) readonly buffer Field { vec4 field[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  Body b = bodies[i];
  for (uint k = 0u; k < 64u; ++k)
    b.velocity += field[i + 4096u * k];
  // expected-remark@+1 {{store to 'bodies' writes 48 bytes of each element, 32 of them as they were loaded: only 'velocity' changes}}
  bodies[i] = b;
}
