// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// Nothing streams from one buffer into another: a few elements, as like as not.
#version 450
// expected-remark@+3 {{workgroup of 4 x 2 = 8 invocations is smaller than a subgroup: 24 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 4, local_size_y = 2) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) readonly buffer Factors { float factors[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  data[i] *= factors[i];
}
