// OpenGL ES 3.10 has no initializers of shared variables; the compiler says so.
//
// RUN: not %wglint %s | FileCheck %s

#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// CHECK: shared-initializer.comp:[[#@LINE+1]]:14: error: 'shared'{{.*}}initializer
shared float x = 0.0;
void main() { data[gl_GlobalInvocationID.x] = x; }
