// The findings that move most come last, where the eye is; one finding alone is
// named by itself, and so are those whose share is not known.
//
// RUN: not %wglint --target=nvidia-hopper %s 2>&1 | FileCheck %s
// RUN: not %wglint --target=nvidia-hopper -D ONE %s 2>&1 | FileCheck %s --check-prefix=ONE
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = a[i];
#ifndef ONE
  sum += a[i * 7u + 1u];
#endif
  b[i * 16u] = sum;
}
// CHECK: 2 warnings in 1 file
// CHECK-NEXT: largest shares of a shader's memory traffic:
// CHECK-NEXT: 50 %  {{.*}}summary.comp:16:3 [strided-global-access]
// CHECK-NEXT: 44 %  {{.*}}summary.comp:14:10 [strided-global-access]
// ONE: 1 warning in 1 file
// ONE-NOT: largest
