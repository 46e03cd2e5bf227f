// Blocks: what a host binds, with the layout of their types. Blocks that the shader never
// touches are neither in the interface nor in the GLSL.
//
// RUN: %wglint-opt --print=interface %s | FileCheck %s
// RUN: %wglint-opt --emit-runnable %s > %t.comp
// RUN: FileCheck --check-prefix=GLSL %s < %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp

#version 450
layout(local_size_x = 8, local_size_y = 2) in;
struct Particle { vec3 position; float mass; mat3x2 frame; };

layout(set = 1, binding = 3, std430) buffer Particles { uint count; Particle particles[]; } swarm;
layout(set = 0, binding = 3, std430) readonly buffer Input { float input_[]; };
layout(set = 0, binding = 4, std430) buffer Never { float never[]; } never;
layout(set = 2, binding = 0, std140) uniform Settings { vec4 k[3]; layout(row_major) mat4x3 m; float last; } settings;
layout(set = 3, binding = 7, std430) buffer Grid { double cells[4][6]; } grids[2];
layout(set = 3, binding = 8, std430) buffer Sums { uint sum; } sums;
layout(set = 3, binding = 9, std430) writeonly buffer Log { uint entries[]; } journal;

// CHECK: entry point main: workgroup 8x2x1{{$}}
// CHECK-NOT: never
// CHECK-DAG: storage block swarm: set 1 binding 3 -> [[#SWARM:]] write-only, 16 bytes + n * 48
// CHECK-DAG: storage block Input: set 0 binding 3 -> [[#]] read-only, 0 bytes + n * 4
// CHECK-DAG: uniform block settings: set 2 binding 0 -> 0, 112 bytes
// CHECK-DAG: storage block grids: set 3 binding 7 -> [[#]] x 2 read-only, 192 bytes
// CHECK-DAG: storage block sums: set 3 binding 8 -> [[#]], 4 bytes

// CHECK-DAG: storage block journal: set 3 binding 9 -> [[#]] write-only, 0 bytes + n * 4

// Members, by offset.
// CHECK-DAG: {{^}}  16: particles struct [ stride 48]
// CHECK-DAG: {{^}}    12: mass float32
// CHECK-DAG: {{^}}    16: frame float32x2x3 stride 8
// CHECK-DAG: {{^}}  0: cells float64 [4 stride 48] [6 stride 8]
// CHECK-DAG: {{^}}  48: m float32x3x4 row-major stride 16
// CHECK-DAG: {{^}}  96: last float32

// Sets are gone, and each kind is numbered from 0.
// GLSL: #version 450
// GLSL-NOT: set =
// GLSL-NOT: Never
// GLSL-DAG: layout(binding = 0, std140) uniform Settings
// GLSL-DAG: layout(binding = {{[0-4]}}, std430) buffer Particles
// GLSL-DAG: layout(binding = {{[0-4]}}, std430) readonly buffer Input
// length() counts as reading for some drivers: no writeonly.
// GLSL-DAG: layout(binding = {{[0-9]}}, std430) buffer Log

void add(uint v) { atomicAdd(sums.sum, v); }

void main() {
  uint g = gl_GlobalInvocationID.x;
  swarm.particles[g].position.y = input_[g] + settings.k[1].x + settings.last;
  swarm.particles[g].frame[1] = settings.m[0].xy * float(grids[1].cells[2][g % 6u]);
  if (g < journal.entries.length())
    journal.entries[g] = 1u;
  add(1u);
}
