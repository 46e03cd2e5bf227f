// It is what each invocation computes that the idle lanes could do.
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=tiny-workgroup %t/much.comp %t/less.comp

//--- much.comp
#version 450
layout(local_size_x = 1) in; // expected-warning {{workgroup of 1 invocation is smaller than a subgroup}}
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float x = a[i];
  for (uint k = 0u; k < 300u; k++)
    x = x * x + 0.5;
  a[i] = x;
}

//--- less.comp
#version 450
layout(local_size_x = 1) in; // expected-remark {{workgroup of 1 invocation is smaller than a subgroup}}
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float x = a[i];
  for (uint k = 0u; k < 190u; k++)
    x = x * x + 0.5;
  a[i] = x;
}
