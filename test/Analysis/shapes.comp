// What the accesses would cost in workgroups of other shapes: only where a
// shader knows its invocations by their global ids alone.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --print=resources %t/column.comp | FileCheck %t/column.comp
// RUN: %wglint-opt --print=resources %t/row.comp | FileCheck %t/row.comp
// RUN: %wglint-opt --print=resources %t/local.comp | FileCheck %t/local.comp
// RUN: %wglint-opt --print=resources %t/calls.comp | FileCheck %t/calls.comp

//--- column.comp
#version 450
layout(local_size_x = 1, local_size_y = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
// 32 lanes in a column: a sector for each. In a row, 4 or 5.
// CHECK: shape 1x64: nvidia-hopper/32 32..32 sectors
// CHECK: shape 64x1: nvidia-hopper/32 4..4 sectors
// CHECK: shape 32x2: nvidia-hopper/32 4..4 sectors
// CHECK: shape 16x4: nvidia-hopper/32 4..4 sectors
// CHECK: shape 8x8: nvidia-hopper/32 4..4 sectors
void main() { a[gl_GlobalInvocationID.y * 1024u + gl_GlobalInvocationID.x] = 0.0; }

//--- row.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
// Nothing is wasted: no other shape is tried.
// CHECK-NOT: shape
void main() { a[gl_GlobalInvocationID.y * 1024u + gl_GlobalInvocationID.x] = 0.0; }

//--- local.comp
#version 450
layout(local_size_x = 1, local_size_y = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
// Another shape would store elsewhere.
// CHECK-NOT: shape
void main() { a[gl_LocalInvocationID.y * 1024u] = 0.0; }

//--- calls.comp
#version 450
layout(local_size_x = 1, local_size_y = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
// The load in load() has an address that is known for two calls of three; each
// call is compared with itself.
// CHECK: shape 1x64: nvidia-hopper/32 97..97 sectors
// CHECK: shape 64x1: nvidia-hopper/32 28..28 sectors
float load(uint i) { return a[i]; }
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float sum = load(b[p.y * 1024u + p.x]);
  sum += load(p.x + p.y * 1024u) + load(p.x * 4u);
  a[p.y * 1024u + p.x] = sum;
}
