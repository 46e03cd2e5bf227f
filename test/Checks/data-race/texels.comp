// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// expected-no-diagnostics
// Texels do not overlap, however many bytes one has.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba32f) uniform imageBuffer image;
layout(binding = 1) uniform Scale { vec4 scale; };
void main() {
  int l = int(gl_LocalInvocationIndex);
  imageStore(image, l, imageLoad(image, l) * scale);
}
