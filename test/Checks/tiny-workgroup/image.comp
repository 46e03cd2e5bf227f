// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

// From one image into another, and a suppression.
#version 450
layout(local_size_x = 8) in; // NOLINT(tiny-workgroup)
// expected-no-diagnostics
layout(rgba8, binding = 0) readonly uniform highp image2D from;
layout(rgba8, binding = 1) writeonly uniform highp image2D to, sum;
layout(rgba8, binding = 3) readonly uniform highp image2D other;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, p, imageLoad(from, p));
  imageStore(sum, p, imageLoad(from, p) + imageLoad(other, p));
}
