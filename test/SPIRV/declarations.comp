// RUN: %wglint-opt --print=module %s | FileCheck %s
//
// Types with their byte layout, decorations, entry points.
#version 450
layout(local_size_x_id = 3, local_size_y = 4) in;
layout(constant_id = 7) const uint LENGTH = 5u;
struct Point { vec3 position; float weight; };

// CHECK: entry point main model 5 size {{[0-9]+|%[0-9]+}} 4 1

// CHECK-DAG: struct Point
// CHECK-DAG: position: f32x3 offset 0
// CHECK-DAG: weight: f32 offset 12
// CHECK-DAG: struct Points{{.*}}block
// CHECK-DAG: points: struct Point[] stride 16 offset 64 readonly
// CHECK-DAG: turned: f32x4x3 offset 0 matrix stride 16 row major
layout(std430, set = 1, binding = 2) readonly buffer Points {
  layout(row_major) mat3x4 turned;
  Point points[];
} source;

// std140 rounds the stride of an array up to 16 bytes.
// CHECK-DAG: weights: f32[3] stride 16 offset 16
layout(std140, binding = 3) uniform Table { vec2 first; float weights[3]; } table;

// CHECK-DAG: variable tile: f32[LENGTH][4] class 4
shared float tile[LENGTH][4];

void main() {
  tile[0][1] = source.points[gl_LocalInvocationIndex].weight + source.turned[1].y + table.weights[2];
}
