// RUN: %wglint --verify --remarks --checks=tiny-workgroup,partial-subgroup-workgroup %s

// Intel has subgroups of 16 lanes too: a remark.
#version 450
// expected-remark@+3 {{workgroup of 4 x 4 = 16 invocations is smaller than a subgroup: 16 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x] *= 2.0;
}
