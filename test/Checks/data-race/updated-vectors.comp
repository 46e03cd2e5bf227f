// RUN: %wglint --verify --checks=data-race %s

// A vector or a matrix that all of a workgroup change is updated as a number is: no barrier
// helps, and no atomic is as wide. What is stored and not made of what was there wants one.
#version 450
layout(local_size_x = 64) in;
struct Body { vec4 position; vec4 velocity; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
layout(std430, binding = 1) buffer Turns { mat4 turns[]; };
layout(std430, binding = 2) buffer Others { vec4 others[]; };
layout(std430, binding = 3) readonly buffer Pulls { vec4 pulls[]; };
void main() {
  uvec3 n = gl_NumWorkGroups, w = gl_WorkGroupID;
  // The message names two of the terms of such an address.
  uint body = (w.x + 1u) * (w.y + 1u) * (w.z + 1u) - 1u;
  uint l = gl_LocalInvocationIndex;
  // expected-warning@+4 {{stores to byte 16 + 32 * gl_WorkGroupID.x + 32 * gl_WorkGroupID.x * gl_WorkGroupID.y + (5 more terms) of 'bodies.velocity', which invocation}}
  // expected-note@+3 {{no barrier comes between what is loaded and its update: give each invocation an element}}
  // expected-note@+2 {{loads it here}}
  // The whole of the vector is changed by one factor and one summand.
  bodies[body].velocity += pulls[l] * 0.5;
  // expected-warning@+3 {{data race: invocation 0 stores to byte 0 + 64 * gl_WorkGroupID.x of 'turns'}}
  // expected-note@+2 {{no barrier comes between what is loaded and its update: give each invocation an element}}
  // expected-note@+1 {{loads it here}}
  turns[w.x] = turns[w.x] * mat4(pulls[l], pulls[l + 1u], pulls[l + 2u], pulls[l + 3u]);
  // expected-note@+1 {{loads it here}}
  vec4 before = others[body];
  // expected-warning@+2 {{data race: invocation 0 stores to byte 0 + 16 * gl_WorkGroupID.x + 16 * gl_WorkGroupID.x * gl_WorkGroupID.y + (5 more terms) of 'others'}}
  // expected-note@+1 {{memoryBarrierBuffer() and barrier() between the two}}
  others[body] = before.x > 0.0 ? pulls[l] : pulls[l + 1u];
}
