// Which way a search goes on is no edge of a dispatch, as a guard is: lanes that
// are compared with loaded numbers take other ways, and other places.
// RUN: %wglint-opt --print=accesses %s | FileCheck %s
// CHECK-DAG: atomic global 'found' 4 bytes: unknown (data-dependent: loaded from 'heap')
// CHECK-DAG: store global 'within' 4 bytes: assumed
// CHECK-DAG: assumed: no subgroup straddles the bound (a value loaded from 'heap')
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Heap { uint heap[]; };
layout(std430, binding = 1) buffer Found { uint found[]; };
layout(std430, binding = 2) buffer Within { uint within[]; };
void main() {
  uint handle = gl_GlobalInvocationID.x, node = 1u;
  if (handle < heap[0])
    within[handle] = 0u;
  while (heap[node] > 1u) {
    uint count = heap[2u * node];
    uint isRight = handle < count ? 0u : 1u;
    node = 2u * node | isRight;
    handle -= count * isRight;
  }
  atomicOr(found[node], 1u);
}
