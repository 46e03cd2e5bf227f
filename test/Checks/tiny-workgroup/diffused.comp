// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// A field that is worked on in place, out of several of its texels.
#version 450
// expected-warning@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(r32f, binding = 0) uniform image2D field;
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  float around = imageLoad(field, at + ivec2(1, 0)).x +
                 imageLoad(field, at - ivec2(1, 0)).x;
  imageStore(field, at, mix(imageLoad(field, at), vec4(around), 0.1));
}
