// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %t/colours.comp
// RUN: %edit -e 's/colours.i + pitch./colours[2u * (i + pitch)]/' -e 's/-remark@/-warning@/' %t/colours.comp > %t/second-colours.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %t/second-colours.comp

//--- colours.comp
// Of the colours nobody takes the rest, which lies there for others; of every second
// one (second-colours.comp) that is not all.
#version 430
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Colours { vec4 colours[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
layout(location = 0) uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.y * pitch + gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'colours' touches}}
  sums[i] = colours[i + pitch].x;
}
