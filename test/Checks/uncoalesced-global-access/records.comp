// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %s

// A copy of whole structures moves nothing but them, whatever their order.
#version 430
layout(local_size_x = 16, local_size_y = 16) in;
struct Particle { vec2 place, start; float age, fade; };
layout(std430, binding = 0) readonly buffer From { Particle from[]; };
layout(std430, binding = 1) writeonly buffer To { Particle to[]; };
layout(location = 0) uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.y * pitch + gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'from' touches}}
  to[i] = from[i];
}
