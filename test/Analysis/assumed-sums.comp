// That an index is not negative is assumed where a reader can check it: not of a sum
// of many loaded values, as a random number's state is one.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer A { int seeds[]; };
layout(std430, binding = 1) writeonly buffer B { int few[]; };
layout(std430, binding = 2) writeonly buffer C { int many[]; };

void main() {
  int lane = int(gl_LocalInvocationIndex);
  int state = 0;
  for (int i = 0; i < 9; ++i)
    state += seeds[i];
  many[lane + 8 * (state / 8)] = 0;
  // CHECK-LABEL: store global 'many'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4, ideal 4
  // CHECK-NOT: makes no index negative

  int sum = seeds[0] + seeds[1];
  few[lane + 8 * (sum / 8)] = 0;
  // CHECK-LABEL: store global 'few'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4, ideal 4
  // CHECK: assumed: '{{.*}}' makes no index negative
}
