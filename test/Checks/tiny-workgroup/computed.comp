// RUN: %wglint --verify --verify-ignore=note --remarks --checks=tiny-workgroup %s

// However much each invocation computes: one element for each is as often as not a small dispatch.
#version 450
layout(local_size_x = 1) in; // expected-remark {{workgroup of 1 invocation is smaller than a subgroup}}
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float x = a[i];
  for (uint k = 0u; k < 300u; k++)
    x = x * x + 0.5;
  a[i] = x;
}
