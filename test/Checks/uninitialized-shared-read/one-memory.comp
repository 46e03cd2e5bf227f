// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read --target-env=vulkan %s

// expected-no-diagnostics
#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
shared A { uvec4 clear[4]; };
shared B { uint bins[16]; };
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  if (l < 4u)
    clear[l] = uvec4(0u);
  barrier();
  atomicAdd(bins[src[g] & 15u], 1u);
  barrier();
  dst[g] = bins[l & 15u];
}
