// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %s

// Rows of 16 that lie in order: what moves beside the components that are used is
// no matter of the lanes.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Items { vec2 items[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
uniform uint width;
void main() {
  uint i = gl_GlobalInvocationID.y * width + gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'items' touches}}
  result[i] = items[i].x;
}
