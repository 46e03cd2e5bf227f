// RUN: %wglint --verify --remarks --checks=oversized-private-array %s

// Where the host sets the workgroup's size, it sets the length of an array too.
#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kLength = 256;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint bins[kLength];
  // expected-remark@+3 {{private array 'bins' takes 1024 bytes}}
  // expected-note@+2 {{assumed: the host makes workgroups of 64 invocations, other specialization constants have their defaults}}
  // expected-note@+1 {{keep it out}}
  bins[i % kLength] = 1u;
  data[i] = bins[data[i] % kLength];
}
