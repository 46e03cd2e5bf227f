// Atomic counters become storage blocks of uints, which run everywhere.
//
// RUN: %wglint-opt --print=interface %s | FileCheck %s
// RUN: %wglint-opt --emit-runnable %s > %t.comp
// RUN: FileCheck --check-prefix=GLSL %s < %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp

#version 450
layout(local_size_x = 8) in;
layout(binding = 2) uniform atomic_uint hits;
layout(binding = 2, offset = 4) uniform atomic_uint bins[3];
layout(std430, binding = 0) buffer Out { uint o[]; };

// CHECK: storage block Out: set 0 binding 0 -> 0
// CHECK-DAG: counter hits: set 0 binding 2 -> [[#]], 4 bytes
// CHECK-DAG: counter bins: set 0 binding 2 -> [[#]], 12 bytes
// GLSL-NOT: atomic_uint
// GLSL-DAG: atomicAdd(hits._m0, 1u)
// GLSL-DAG: atomicAdd(bins._m0[{{.*}}], uint(-1))

void main() {
  uint i = gl_GlobalInvocationID.x;
  o[i] = atomicCounterIncrement(hits) + atomicCounterDecrement(bins[i % 3u]) + atomicCounter(hits);
}
