// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=padded-array-elements,strided-global-access %t/example.comp
// RUN: %wglint --verify --remarks --checks=padded-array-elements %t/vectors.comp %t/near-miss.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=padded-array-elements,strided-global-access %t/stored.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=padded-array-elements %t/share.comp
// RUN: %edit -e 's/k < 64u/k < 2u/' -e 's/-remark@+1 {{load from .once/-warning@+1 {{load from '"'once"'/' %t/share.comp > %t/less.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=padded-array-elements %t/less.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 256) in;

layout(std140, binding = 0) readonly buffer Heights { float heights[]; };
layout(std430, binding = 1) writeonly buffer Slopes { float slopes[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'heights' moves 12 bytes of padding with 4 bytes of data: the elements of 'heights' are 16 bytes apart}}
  // expected-note@+2 {{80 % of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{declare the block std430, or keep four neighbours in a vec4}}
  slopes[i] = heights[i];
}
// [/example]

//--- vectors.comp
// A quarter is padding: a remark, and one for all accesses.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { vec3 a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+4 {{load from 'a' moves 4 bytes of padding with 12 bytes of data: the elements of 'a' are 16 bytes apart}}
  // expected-note@+3 {{of this shader's memory traffic}}
  // expected-note@+2 {{keep the components in an array of scalars, or use the padding}}
  // expected-note@+1 {{store to 'a' walks the same elements}}
  a[i] = 2.0 * a[i];
}

//--- stored.comp
// Two requests of each touch twice the sectors, for the same reason.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer N { vec3 normals[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{moves 4 bytes of padding with 12 bytes of data}}
  normals[i] = vec3(float(i));
}

//--- near-miss.comp
// expected-no-diagnostics
// Elements without padding, and padded ones that only one address of a request
// touches.
#version 450
layout(local_size_x = 64) in;
layout(std140, binding = 0) readonly buffer A { vec4 a[]; };
layout(std140, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer O { float o[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  o[i] = a[i].x + b[gl_WorkGroupID.x];
}

//--- share.comp
// The padding of `once` is little beside what the loop moves, that of `again` comes from
// a cache.
#version 450
layout(local_size_x = 64) in;
layout(std140, binding = 0) buffer A { float once[]; };
layout(std140, binding = 1) buffer B { float again[]; };
layout(std140, binding = 2) buffer C { float each[]; };
layout(std430, binding = 3) buffer O { float o[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'once' moves 12 bytes of padding}}
  o[i] = once[i];
  for (uint k = 0u; k < 64u; ++k)
    // expected-remark@+2 {{load from 'again' moves 12 bytes of padding}}
    // expected-warning@+1 {{load from 'each' moves 12 bytes of padding}}
    o[k * 65536u + i] += again[i] * each[k * 65536u + i];
}
