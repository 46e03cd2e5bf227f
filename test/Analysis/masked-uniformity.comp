// One address for a subgroup is a matter of all active lanes, also where no two of them
// are neighbours.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float evens[]; };
layout(std430, binding = 1) buffer B { float shared1[]; };

void main() {
  uint i = gl_LocalInvocationID.x;
  if ((i & 1u) == 0u) {
    evens[i] = 0.0;
    shared1[gl_WorkGroupID.x] = 0.0;
  }
  // CHECK-LABEL: store global 'evens'
  // CHECK-NOT: one address
  // CHECK-LABEL: store global 'shared1'
  // CHECK-NEXT: one address for a subgroup
}
