// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// Two variables may be one image.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(r32i, binding = 0) uniform iimage2D counts;
layout(r32ui, binding = 0) uniform uimage2D words;
layout(std430, binding = 0) buffer Data { int data[]; };
void main() {
  int l = int(gl_LocalInvocationID.x);
  imageStore(words, ivec2(l, 0), uvec4(l));
  memoryBarrierImage();
  barrier();
  data[gl_GlobalInvocationID.x] = imageLoad(counts, ivec2(63 - l, 0)).x;
}
