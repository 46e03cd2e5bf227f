// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// A demonstration: one colour for each texel.
#version 450
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(rgba8, binding = 0) writeonly uniform image2D picture;
void main() {
  imageStore(picture, ivec2(gl_GlobalInvocationID.xy),
             vec4(gl_GlobalInvocationID.xyz, 255.0) / 255.0);
}
