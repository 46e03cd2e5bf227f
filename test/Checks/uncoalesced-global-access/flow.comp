// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %s

// A flow between cells: each component is asked for by another neighbour, so
// that all bytes of the sectors are used.
#version 430
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Flow { vec4 flow[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
layout(location = 0) uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.y * pitch + gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'flow' touches}}
  sums[i] = dot(flow[i], vec4(1.0)) - flow[i + pitch].w;
}
