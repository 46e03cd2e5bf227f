// What GLSL leaves undefined is unknown, in the lanes that it concerns.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : enable
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { float overshift[]; };
layout(std430, binding = 1) buffer B { float divided[]; };
layout(std430, binding = 2) buffer C { float never[]; };
layout(std430, binding = 3) buffer D { float masked[]; };
layout(std430, binding = 4) buffer E { float field[]; };
layout(std430, binding = 5) buffer F { float narrow[]; };

void main() {
  uint i = gl_LocalInvocationID.x;
  overshift[1u << (i + 1u)] = 0.0;
  // CHECK-LABEL: store global 'overshift'
  // CHECK-SAME: unknown (undefined
  // CHECK: workgroup: requests 1, sectors unknown

  // Lane 0 divides by zero.
  divided[64u / i] = 0.0;
  // CHECK-LABEL: store global 'divided'
  // CHECK-SAME: unknown (undefined

  uint unwritten;
  never[unwritten + i] = 0.0;
  // CHECK-LABEL: store global 'never'
  // CHECK-SAME: unknown (undefined

  // Nobody divides by zero: 64 / 1 to 64 / 31 are 64, 32, 21, 16, 12, 10, 9, 8, 7, 6, 5,
  // 4, 3 and 2: sectors 8, 4, 2, 1 and 0, 14 distinct elements.
  if (i != 0u)
    masked[64u / i] = 0.0;
  // CHECK-LABEL: store global 'masked'
  // CHECK-SAME: exact
  // CHECK: per request 5, ideal 2

  // 16 + 17 bits are more than there are.
  field[bitfieldExtract(i, 16, 17)] = 0.0;
  // CHECK-LABEL: store global 'field'
  // CHECK-SAME: unknown (undefined

  // 256 places are too many for 8 bits, although the amount has 32.
  narrow[uint(uint8_t(i) << (i * 256u))] = 0.0;
  // CHECK-LABEL: store global 'narrow'
  // CHECK-SAME: unknown (undefined
}
