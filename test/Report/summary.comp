// The findings that move most come last, where the eye is; one finding alone is
// named by itself, and so are those whose share is not known.
//
// RUN: not %wglint --target=nvidia-hopper %s 2>&1 | FileCheck %s
// RUN: not %wglint --target=nvidia-hopper -D ONE %s 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not %wglint --target=nvidia-hopper -D ONE -D REMARK %s 2>&1 | FileCheck %s --check-prefix=REMARK --match-full-lines
// RUN: not %wglint --target=nvidia-hopper -D ONE -D REMARK --remarks %s 2>&1 | FileCheck %s --check-prefix=SHOWN --match-full-lines
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
#ifdef REMARK
shared float unused[4];
#endif
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
// CHECK-NEXT: 50 %  {{.*}}summary.comp:21:3 [strided-global-access]
// CHECK-NEXT: 44 %  {{.*}}summary.comp:19:10 [strided-global-access]
// ONE: 1 warning in 1 file
// ONE-NOT: largest
// REMARK: 1 warning in 1 file (1 remark not shown: --remarks)
// SHOWN: 1 warning, 1 remark in 1 file
