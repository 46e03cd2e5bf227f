// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/example.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/twice.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/unknown.comp
// RUN: %wglint --verify --remarks --checks=redundant-barrier %t/sign.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  dst[g] = s[l] * 2.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u] * 2.0;
}

//--- twice.comp
// One of the two is enough.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  barrier();
  dst[g] = s[l ^ 1u] * 2.0;
}

//--- unknown.comp
// expected-no-diagnostics
// Which element is stored to is not known.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[uint(src[g]) & 63u] = 1.0;
  barrier();
  dst[g] = s[l];
}

//--- sign.comp
// expected-no-diagnostics
// A loaded unsigned number may be negative where it is read as a signed one.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint links[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  uint link = links[g];
  s[l] = link;
  barrier();
  if (!(int(link) >= 0))
    dst[g] = s[link & 63u];
}
