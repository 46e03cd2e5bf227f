// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// A host puts the size in, or has forgotten to.
#version 450
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint count;
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere}}
// expected-note@+1 {{a multiple of 64 invocations}}
void main() {
  float sum = 0.0;
  for (uint k = 0u; k < count; k++)
    sum += src[gl_GlobalInvocationID.x * count + k];
  dst[gl_GlobalInvocationID.x] = sum;
}
