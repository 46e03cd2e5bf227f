// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// One result for each workgroup, in an image of its own.
#version 450
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D picture;
layout(rgba8, binding = 1) writeonly uniform highp image2D results[8];
void main() {
  imageStore(results[gl_WorkGroupID.x], ivec2(0), texture(picture, vec2(0.5)));
}
