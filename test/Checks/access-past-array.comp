// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=access-past-array --dispatch=16 %t/example.comp %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=access-past-array %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[1000]; };

void main() {
  // expected-error@+3 {{store to 'data' reaches byte 4095 of a buffer of 4000 bytes: the dispatch covers more than there is}}
  // expected-note@+2 {{100 % of this shader's memory traffic}}
  // expected-note@+1 {{return early in the invocations that have no element}}
  data[gl_GlobalInvocationID.x] = 0.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[1000]; };
layout(std430, binding = 1) buffer More { float more[1024]; };
void main() {
  more[gl_GlobalInvocationID.x] = 1.0;
  if (gl_GlobalInvocationID.x < 1000u)
    data[gl_GlobalInvocationID.x] = 0.0;
}
