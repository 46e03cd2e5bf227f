// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %t/small-map.comp
// RUN: %edit -e 's/4096/4097/' -e 's/-remark@/-warning@/' %t/small-map.comp > %t/large-map.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %t/large-map.comp

//--- small-map.comp
// Once through 16 KiB; four bytes more (large-map.comp) is what no cache has to hold.
#version 430
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;
layout(std430, binding = 0) readonly buffer Map { uint map[4096]; };
layout(std430, binding = 1) writeonly buffer Out { uint sums[]; };
void main() {
  uvec3 p = gl_GlobalInvocationID;
  // expected-remark@+1 {{load from 'map' touches}}
  sums[p.x + p.y * 16u + p.z * 256u] = map[p.x * 256u + p.y * 16u + p.z];
}
