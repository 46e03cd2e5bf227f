// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=unmatched-suppression %t/example.comp %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  // expected-warning@+1 {{'NOLINTBEGIN' without a later 'NOLINTEND' of the same checks suppresses nothing}}
  // NOLINTBEGIN(strided-global-access)
  data[gl_GlobalInvocationID.x * 8u] = 1.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  // NOLINTBEGIN(strided-global-access)
  data[gl_GlobalInvocationID.x * 8u] = 1.0;
  // NOLINTEND(strided-global-access)
}
