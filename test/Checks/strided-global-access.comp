// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=strided-global-access %t/example.comp %t/boundary.comp
// RUN: %wglint --verify --remarks --checks=strided-global-access --target=amd-rdna2 %t/unknown-sectors.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Samples { float samples[]; };
layout(std430, binding = 1) writeonly buffer Speeds { float speeds[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'samples' touches 32 sectors per request where 4 would do: neighbouring lanes are 32 bytes apart}}
  // expected-note@+2 {{89 % of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{keep what they use together in an array of its own}}
  speeds[i] = samples[i * 8u];
}
// [/example]

//--- boundary.comp
// Half of each sector is used at a distance of two elements: 8 sectors where 4 would
// do, which is exactly what is said (a remark, as it is 12 % of the traffic); contiguous, reversed and broadcast accesses are
// silent, and so are wide elements side by side.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { vec4 b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{load from 'a' touches 8 sectors per request where 4 would do: neighbouring lanes are 8 bytes apart}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{array of its own}}
  float v = a[i * 2u];
  v += a[1048575u - i];
  v += a[gl_WorkGroupID.x];
  v += b[i].x + b[i].y + b[i].z + b[i].w;
  c[i] = v;
}

//--- unknown-sectors.comp
// expected-no-diagnostics
// How much memory RDNA 2 moves at least is not documented: nothing is said of it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() { a[gl_GlobalInvocationID.x * 32u] = 1.0; }
