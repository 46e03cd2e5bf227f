// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=unknown-suppression %t/example.comp %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  // expected-warning@+1 {{no check matches 'stride-global-access'; did you mean 'strided-global-access'?}}
  data[gl_GlobalInvocationID.x * 8u] = 1.0; // NOLINT(stride-global-access)
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.x * 8u] = 1.0; // NOLINT(stride?-global-access)
  uint middle = gl_NumWorkGroups.x / 2; // NOLINT(bugprone-integer-division)
}
