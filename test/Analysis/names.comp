// Values that are made of the host's numbers are called as in the shader.
// RUN: %wglint --checks=strided-global-access --quiet --target-env=vulkan %s | FileCheck %s
// Members of buffers that are only read can be given as those of uniforms.
// RUN: %wglint --checks=strided-global-access --quiet --target-env=vulkan --assume=rows=1 %s | FileCheck --check-prefix=GIVEN %s
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform P { float m, n; int k; } p;
layout(std430, binding = 0) readonly buffer Src { int rows; int sizes[4]; float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uint g = gl_GlobalInvocationID.x;
  for (uint c = 0u; c < uint(p.m); ++c) {
    // CHECK: names.comp:[[@LINE+1]]:{{.*}} neighbouring lanes are 16 * uint(ceil(p.n / 4.0)) bytes apart
    float sum = src[g * (uint(ceil(p.n / 4.0)) * 4u) + c];
    // CHECK: names.comp:[[@LINE+1]]:{{.*}} neighbouring lanes are 4 * uint(double(p.m) * 16777217.5) bytes apart
    sum += src[g * uint(double(p.m) * 16777217.5lf) + c];
    // CHECK: names.comp:[[@LINE+1]]:{{.*}} neighbouring lanes are 4 * floatBitsToUint(p.n) bytes apart
    sum += src[g * floatBitsToUint(p.n) + c];
    // CHECK: names.comp:[[@LINE+1]]:{{.*}} neighbouring lanes are 4 * min(p.k, 77) bytes apart
    sum += src[g * uint(min(p.k, 77)) + c];
    // CHECK: names.comp:[[@LINE+2]]:{{.*}} neighbouring lanes are 4 * rows bytes apart
    // GIVEN-NOT: names.comp:[[@LINE+1]]:
    sum += src[g * uint(rows) + c];
    // CHECK: names.comp:[[@LINE+1]]:{{.*}} neighbouring lanes are 4 * (a value loaded from 'sizes') bytes apart
    sum += src[g * uint(sizes[1]) + c];
    dst[c * 64u + g] = sum;
  }
}
