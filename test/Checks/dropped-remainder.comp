// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=15 %t/example.comp
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=16 %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=14 %t/part.comp
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=15 --assume count=1000 %t/bound.comp \
// RUN:   %t/stride.comp %t/suppressed.comp
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=16 --assume count=1000 %t/bound-covered.comp
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=15 %t/bound-covered.comp
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=14 --assume count=1000 %t/bound-covered.comp
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=15,62 %t/rows.comp

//--- bound.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+2 {{the dispatch covers 960 of the 1000 that this comparison lets through: it drops the remainder}}
  // expected-note@+1 {{round the number of workgroups up}}
  if (i >= count)
    return;
  data[i] = 0.0;
}

//--- bound-covered.comp
// expected-no-diagnostics
// All are covered, or the bound is not known, or more than a workgroup lacks.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count)
    return;
  data[i] = 0.0;
}

//--- rows.comp
// 62 rows of 16 cover 992 of 1000, 15 columns of 64 only 960.
#version 450
layout(local_size_x = 64, local_size_y = 16) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  // expected-warning@+4 {{covers 960 of the 1000}}
  // expected-note@+3 {{round the number}}
  // expected-warning@+2 {{covers 992 of the 1000}}
  // expected-note@+1 {{round the number}}
  if (p.x < 1000u && p.y < 1000u)
    data[p.y * 1000u + p.x] = 0.0;
}

//--- stride.comp
// expected-no-diagnostics
// The next round of the loop takes the rest.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform uint count;
void main() {
  for (uint i = gl_GlobalInvocationID.x; i < count; i += 960u)
    data[i] = 0.0;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < count) // NOLINT(dropped-remainder): the rest is padding
    data[i] = 0.0;
}

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[1000]; };

void main() {
  // expected-warning@+3 {{store to 'data' leaves out the last 40 of 1000 elements: the dispatch drops the remainder}}
  // expected-note@+2 {{100 % of this shader's memory traffic}}
  // expected-note@+1 {{round the number of workgroups up}}
  data[gl_GlobalInvocationID.x] = 0.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[1000]; };
void main() {
  if (gl_GlobalInvocationID.x < 1000u)
    data[gl_GlobalInvocationID.x] = 0.0;
}

//--- part.comp
// expected-no-diagnostics
// More than a workgroup is missing: on purpose.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[1000]; };
void main() { data[gl_GlobalInvocationID.x] = 0.0; }
