// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=15 %t/example.comp
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=16 %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=dropped-remainder --dispatch=14 %t/part.comp

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
