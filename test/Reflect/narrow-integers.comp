// Shifts of one width by amounts of another, which GLSL and SPIR-V allow, and the words for
// what a driver must have.
//
// RUN: %wglint-opt --print=interface %s | FileCheck %s
// RUN: %wglint-opt --emit-runnable %s > %t.comp
// RUN: FileCheck --check-prefix=GLSL %s < %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Bytes { uint8_t bytes[]; };
layout(std430, binding = 1) buffer Wide { uint64_t wide[]; };

// CHECK-DAG: 0: bytes uint8 [ stride 1]
// CHECK-DAG: 0: wide uint64 [ stride 8]
// CHECK-DAG: requires 8-bit integers: GL_EXT_shader_explicit_arithmetic_types_int8 GL_NV_gpu_shader5
// CHECK-DAG: requires 64-bit integers: GL_ARB_gpu_shader_int64 GL_NV_gpu_shader5
// GLSL-NOT: unpack8

void main() {
  uint i = gl_GlobalInvocationID.x;
  bytes[i] = bytes[i + 1] >> (i & 7u);
  wide[i] = wide[i + 1] << i;
}
