// RUN: %wglint --verify --remarks --checks=tiny-workgroup -DSIZE=8 %s

// A number that somebody has chosen.
#version 450
// expected-warning@+3 {{workgroup of 8 invocations is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = SIZE, local_size_y = 1) in;
layout(rgba8, binding = 0) readonly uniform highp image2D from;
layout(rgba8, binding = 1) writeonly uniform highp image2D to;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, p, imageLoad(from, p));
}
