// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// Near miss: a layer alone, of which all workgroups in x have their own part.
#version 450
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  if (gl_GlobalInvocationID.z > 0u)
    return;
  for (uint i = 0u; i < 8u; ++i)
    data[8u * gl_GlobalInvocationID.x + i] *= 2.0;
}
