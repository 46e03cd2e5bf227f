// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %s

// All pairs twice, of two members under a condition the second time: one finding.
#version 450
layout(local_size_x = 256) in;
struct Body { vec4 position; vec4 speed; };
layout(std430, binding = 0) readonly buffer P { Body bodies[]; };
layout(std430, binding = 1) writeonly buffer F { vec4 force[]; };
uniform uint count;
void main() {
  Body own = bodies[gl_GlobalInvocationID.x];
  float density = 0.0;
  for (uint i = 0u; i < count; ++i)
    density += distance(own.position, bodies[i].position); // expected-warning {{load from 'bodies.position' fetches each byte 256.0 times: the invocations of a workgroup (256) ask for 4096 bytes}}
  vec4 sum = vec4(0.0);
  for (uint i = 0u; i < count; ++i) {
    vec4 d = own.position - bodies[i].position;
    if (dot(d, d) < 4.0)
      sum += bodies[i].speed - own.speed;
  }
  force[gl_GlobalInvocationID.x] = sum * density;
}
