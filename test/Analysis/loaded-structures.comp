// RUN: %wglint-opt --print=buffers %s | FileCheck %s

// Of a structure that is loaded as a whole the members count that something is done with: of
// matrices and arrays all, whichever element it is.
#version 450
layout(local_size_x = 64) in;
struct Inner { vec2 a, b; };
// CHECK: array 'items' of 'Item': 156 bytes of data in 160, used 0..63 80..95 104..143, not 'rest', not 'tail'
struct Item { mat4 turn; vec4 rest; float weights[4]; Inner inner; Inner list[2]; vec3 tail; };
layout(std430, binding = 0) readonly buffer Items { Item items[]; };
layout(std430, binding = 1) buffer Out { float o[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  Item item = items[i];
  // CHECK: loads from 'items': 1 accesses, 6 loads per invocation
  o[i] = item.turn[1][2] + item.weights[i & 3u] + item.inner.b.x;
}
