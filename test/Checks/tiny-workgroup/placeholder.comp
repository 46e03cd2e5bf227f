// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// The host puts a size of its own in the place of the macro.
#version 450
#define SIZE_X 1
#define SIZE_Y 1
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = SIZE_X, local_size_y = SIZE_Y) in;
layout(rgba8, binding = 0) readonly uniform highp image2D from;
layout(rgba8, binding = 1) writeonly uniform highp image2D to;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, p, imageLoad(from, p));
}
