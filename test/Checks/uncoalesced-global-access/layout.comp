// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %t/parts.comp %t/columns.comp

//--- parts.comp
// The first 3 of each 16 numbers, in order: no other order of invocations makes fewer sectors.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer From { float from[]; };
layout(std430, binding = 1) writeonly buffer To { float to[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{store to 'to' touches 11 to 22 sectors per request where 4 would do}}
  // expected-note@+2 {{keep what neighbouring invocations use in an array of its own}}
  // expected-note@+1 {{assumed: '256 * gl_WorkGroupID.x' is a multiple of 3}}
  to[i / 3u * 16u + i % 3u] = from[i];
}

//--- columns.comp
// Neighbours are 8 rows apart: in another order they would share their sectors.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer From { float from[]; };
layout(std430, binding = 1) writeonly buffer To { float to[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+3 {{store to 'to' touches 16 sectors per request where 4 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  to[i % 16u * 16u + i / 16u % 16u + i / 256u * 256u] = from[i];
}
