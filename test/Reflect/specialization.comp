// Specialization constants become literals with the values that are asked for. One SpecId
// has one value, also where layout and constant_id both declare it.
//
// RUN: %wglint-opt --print=interface %s | FileCheck %s
// RUN: %wglint-opt --print=interface --spec=TILE=4 --spec=5=2.5 %s | FileCheck --check-prefix=SET %s
// RUN: %wglint-opt --emit-runnable --spec=TILE=4 --spec=5=2.5 --spec=isFast=true %s > %t.comp
// RUN: FileCheck --check-prefix=GLSL %s < %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp
// RUN: %wglint-opt --print=interface --local-size=32,2,1 %s | FileCheck --check-prefix=SIZE %s
// RUN: not %wglint-opt --print=interface --spec=Tile=4 %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: not %wglint-opt --print=interface --spec=TILE=4.5 %s 2>&1 | FileCheck --check-prefix=VALUE %s

#version 450
layout(local_size_x_id = 3) in;
layout(constant_id = 3) const uint TILE = 16;
layout(constant_id = 4) const bool isFast = false;
layout(constant_id = 5) const float gain = 1.5;
layout(std430, binding = 0) buffer Out { float o[]; };
shared float tile[TILE * 2 + 1][gl_WorkGroupSize.x];

// CHECK: workgroup 16x1x1
// CHECK: specialization constant TILE: id 3 uint32 default bits 16
// CHECK: specialization constant isFast: id 4 bool default bits 0
// CHECK: specialization constant gain: id 5 float32 default bits 1069547520
// CHECK: shared tile: float32 [33 stride 64] [16 stride 4]
// SET: workgroup 4x1x1
// SET: shared tile: float32 [9 stride 16] [4 stride 4]
// SIZE: workgroup 32x2x1
// SIZE: shared tile: float32 [65 stride 128] [32 stride 4]
// UNKNOWN: the shader has no specialization constant 'Tile'
// VALUE: '4.5' is no value for specialization constant 'TILE'
// GLSL: local_size_x = 4,
// GLSL-NOT: SPIRV_CROSS_CONSTANT_ID
// GLSL: shared float tile[9][4];
// GLSL: if (true)
// GLSL: 2.5

void main() {
  tile[gl_LocalInvocationID.x][0] = o[0];
  if (isFast)
    o[1] = gain * tile[3][0];
}
