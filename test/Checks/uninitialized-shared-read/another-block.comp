// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read --target-env=vulkan %s

// expected-no-diagnostics
#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uvec4 src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared A { uvec4 whole[64]; };
shared B { uint words[256]; };
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  whole[l] = src[g];
  barrier();
  dst[g] = words[l * 3u];
}
