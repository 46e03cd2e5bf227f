// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read --api=webgpu %s

// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared uint count;
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  dst[g] = float(atomicAdd(count, 1u)) + src[l];
}
