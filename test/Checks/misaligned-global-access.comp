// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=misaligned-global-access %t/example.comp
// RUN: %wglint --verify --remarks --checks=misaligned-global-access %t/some.comp %t/near-miss.comp %t/small.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{store to 'dst' touches 5 sectors per request where 4 would do: its first byte lies off the grid of 32-byte sectors in every request}}
  // expected-note@+2 {{56 % of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{start rows and tiles at multiples of 8 elements}}
  dst[i + 1u] = src[i];
}
// [/example]

//--- some.comp
// A stencil has to read off the grid at some places: remarks.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float v = src[i];
  // expected-remark@+3 {{load from 'src' touches 5 sectors per request where 4 would do}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{start rows}}
  v += src[i + 1u];
  dst[i] = v;
}

//--- near-miss.comp
// expected-no-diagnostics
// A whole sector further on; and a pitch that is not known.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i + 16u] = src[gl_GlobalInvocationID.y * pitch + i];
}

//--- small.comp
// expected-no-diagnostics
// A second sector for four lanes is not what such a workgroup suffers from.
#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Dst { float head[15]; float dst[4]; };
void main() { dst[gl_LocalInvocationID.x] = 1.0; }
