// A push-constant block becomes a plain uniform; it needs no layout then.
//
// RUN: %wglint-opt --print=interface %s | FileCheck %s
// RUN: %wglint-opt --emit-runnable %s > %t.comp
// RUN: FileCheck --check-prefix=GLSL %s < %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp

#version 450
layout(local_size_x = 8) in;
struct Range { uvec2 ends[2]; int step; };
layout(push_constant) uniform Push {
  layout(offset = 16) uint width;
  Range ranges[2];
  layout(row_major) mat2 m;
} push;
layout(set = 0, binding = 0) buffer Out { float o[]; };

// The name "step" is taken: a built-in function.
// CHECK: push constant push.width: uint32 as push.width
// CHECK-NEXT: push constant push.ranges[0].ends: uint32x2 [2 stride 8] as push.ranges[0].ends[0]
// CHECK-NEXT: push constant push.ranges[0].step: int32 as push.ranges[0]._step
// CHECK: push constant push.m: float32x2x2 stride 8 as push.m
// GLSL-NOT: row_major
// GLSL: uniform Push push;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < push.width)
    o[i] = float(push.ranges[i & 1u].ends[1].x) * push.m[0][1];
}
