// A dispatch that is known to start many workgroups is not small, whatever each of them does.
//
// RUN: %wglint --verify --checks=tiny-workgroup --dispatch=128,128 --verify-ignore=note %s
// RUN: %wglint --checks=tiny-workgroup --dispatch=127,128 %s | FileCheck --check-prefix=FEW %s
// FEW: remark: workgroup of 1 invocation
#version 450
// expected-warning@+1 {{workgroup of 1 invocation is smaller than a subgroup}}
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer In { float a[]; };
layout(std430, binding = 1) writeonly buffer Out { float b[]; };
void main() {
  uint i = gl_GlobalInvocationID.y * 128u + gl_GlobalInvocationID.x;
  b[i] = a[i] * 2.0;
}
