// RUN: %wglint --verify --remarks --checks=tiny-workgroup -DWORKGROUP=i %s
// RUN: %wglint --verify --remarks --checks=tiny-workgroup -DWORKGROUP=0 %s

// Near miss: each access is of one workgroup alone, but not of the same one.
#version 450
// expected-warning@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;

layout(std430, binding = 0) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 1) writeonly buffer Starts { uint starts[]; };

void main() {
  uint g = gl_GlobalInvocationID.x;
  for (uint i = 0u; i < 8u; ++i)
    if (g == WORKGROUP)
      starts[8u * g + i] = counts[8u * g + i];
  if (g == 1u)
    for (uint i = 8u; i < 16u; ++i)
      starts[i] = counts[i];
}
