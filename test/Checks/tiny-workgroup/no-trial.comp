// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// Near miss: they compute.
#version 450
// expected-warning@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(rgba8, binding = 0) readonly uniform highp image2D from;
layout(rgba8, binding = 1) writeonly uniform highp image2D to;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, p, imageLoad(from, p) * 1.5);
}
