// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// Four channels are packed into one vector: what lies between the lanes are the
// other three. With nothing between them it is a waste.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Packed { float packed[]; };
layout(std430, binding = 2) writeonly buffer Apart { float apart[]; };
uniform uint length;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint x = i % length, channel = i / length;
  // expected-remark@+1 {{store to 'packed' touches}}
  packed[x * 4u + channel / 4u * length * 4u + channel % 4u] = src[i];
  // expected-warning@+1 {{store to 'apart' touches}}
  apart[x * 4u + channel * length * 4u] = src[i];
}
