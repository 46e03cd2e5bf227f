// What is assumed of accesses of one size is one text, however many requests each may be.
//
// RUN: %wglint --remarks --checks=strided-global-access --fail-on=never %s | FileCheck %s
// CHECK: assumed: an access of 12 bytes is issued as 2 requests or 1 request;
#version 450
layout(local_size_x = 64) in;
struct Body { vec3 position; float mass; vec3 velocity; float age; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) buffer Forces { vec4 forces[]; };
void main() {
  uint i = gl_GlobalInvocationID.x * 4u;
  vec3 position = bodies[i].position;
  bodies[i].velocity = position + forces[i].xyz;
  forces[i].xyz = position;
}
