// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -DSTEP=1u %t/turned.comp
// RUN: %edit 's/8 sectors/16 sectors/; s/-remark@/-warning@/' %t/turned.comp > %t/turned-apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -DSTEP=2u \
// RUN:   %t/turned-apart.comp

//--- turned.comp
// A component of vectors of 16 bytes: in order, too, 16 of them are 8 sectors.
#version 450
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, binding = 0) buffer Places { vec3 places[]; };
uniform float time;
void main() {
  uint i = (64u * gl_GlobalInvocationID.x + gl_GlobalInvocationID.y) * STEP;
  // expected-remark@+1 {{store to 'places' touches 8 sectors per request where 2 would do}}
  places[i].z = sin(time) * float(i);
}
