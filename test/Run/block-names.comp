// In GLSL a storage and a uniform block may have one name; Mesa takes them for one.
//
// RUN: %wglint-run --device=llvmpipe --uniform=u.k=3 %s | FileCheck %s
// RUN: %wglint-opt --emit-runnable %s | FileCheck %s --check-prefix=GLSL
// CHECK: ran on llvmpipe
// CHECK: uniform 'u.k': 3
// GLSL-DAG: uniform Data_uniform
// GLSL-DAG: buffer Data
#version 450
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Data { uint k; } u;
layout(std430, binding = 1) buffer Data { uint b[]; } d;
void main() { d.b[gl_GlobalInvocationID.x] += u.k; }
