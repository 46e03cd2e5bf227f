// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

#version 450
// expected-remark@+3 {{workgroup of 8 invocations is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 8) in;
layout(rgba8, binding = 0) writeonly uniform highp image2D picture;
void main() {
  imageStore(picture, ivec2(gl_GlobalInvocationID.xy), vec4(1.0));
}
