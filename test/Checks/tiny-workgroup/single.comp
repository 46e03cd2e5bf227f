// RUN: %wglint --verify --remarks --checks=tiny-workgroup,partial-subgroup-workgroup %s

// expected-no-diagnostics
// All workgroups would do the same: one of them is dispatched.
#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_LocalInvocationIndex] *= 2.0; }
