// RUN: %wglint --verify --remarks --checks=tiny-workgroup --target=nvidia-hopper %s

// One element for each invocation: a remark.
#version 450
// expected-remark@+3 {{workgroup of 31 invocations is smaller than a subgroup: 1 of 32 lanes is idle}}
// expected-note@+2 {{counted for NVIDIA Hopper (32 lanes)}}
// expected-note@+1 {{a multiple of 32 invocations}}
layout(local_size_x = 31) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  dst[gl_GlobalInvocationID.x] = src[gl_GlobalInvocationID.x];
}
