// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// No workgroup asks which one it is: there is one.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint l = gl_LocalInvocationID.x;
  // expected-remark@+1 {{neighbouring lanes are 128 bytes apart}}
  a[l * 32u] = 1.0;
}
