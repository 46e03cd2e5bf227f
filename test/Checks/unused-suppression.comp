// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=strided-global-access,unused-suppression %t/example.comp %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  // expected-warning@+1 {{NOLINT is not needed: no finding of 'strided-global-access' on this line}}
  data[gl_GlobalInvocationID.x] = 1.0; // NOLINT(strided-global-access)
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.x * 8u] = 1.0; // NOLINT(strided-global-access)
}
