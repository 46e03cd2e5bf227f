// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read --target-env=vulkan %s

#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared A { uint words[64]; };
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  if (l < 32u)
    words[l] = src[g];
  barrier();
  // expected-warning@+2 {{invocation 32 loads byte 128 of 'words', which nothing has stored to}}
  // expected-note@+1 {{store to it first}}
  dst[g] = words[l];
}
