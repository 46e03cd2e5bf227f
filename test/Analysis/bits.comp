// Bit operations on ids whose low bits are known although the workgroup is not.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s
// RUN: %wglint-opt --print=lanes --target=nvidia-hopper %s | FileCheck --check-prefix=LANES %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { float neighbour[]; };
layout(std430, binding = 1) buffer B { float low[]; };
layout(std430, binding = 2) buffer C { float paired[]; };
layout(std430, binding = 3) buffer D { float mirrored[]; };
layout(std430, binding = 4) buffer E { float quads[]; };
layout(std430, binding = 5) buffer F { float shifted[]; };
layout(std430, binding = 6) buffer G { float interleaved[]; };
layout(std430, binding = 7) buffer H { float field[]; };
shared float tile[32 * 32];

void main() {
  uint g = gl_GlobalInvocationID.x;

  neighbour[g ^ 1u] = 0.0;
  // CHECK-LABEL: store global 'neighbour'
  // CHECK-SAME: exact
  // CHECK: per request 4, ideal 4
  // LANES-LABEL: store global 'neighbour'
  // LANES-NEXT: : 4 0 12 8 20 16
  // LANES-SAME: (+ 128 * gl_WorkGroupID.x)

  low[g & 31u] = 0.0;
  // CHECK-LABEL: store global 'low'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4, ideal 4
  // LANES-LABEL: store global 'low'
  // LANES-NEXT: 116 120 124{{$}}

  // Two lanes to an element.
  paired[g | 1u] = 0.0;
  // CHECK-LABEL: store global 'paired'
  // CHECK: per request 4, ideal 2

  mirrored[(g & ~7u) | (7u - (g & 7u))] = 0.0;
  // CHECK-LABEL: store global 'mirrored'
  // CHECK-SAME: exact
  // CHECK: per request 4, ideal 4
  // LANES-LABEL: store global 'mirrored'
  // LANES-NEXT: : 28 24 20 16 12 8 4 0 60

  // Eight distinct elements, 16 bytes apart.
  quads[(g >> 2) * 4u] = 0.0;
  // CHECK-LABEL: store global 'quads'
  // CHECK-SAME: exact
  // CHECK: per request 4, ideal 1

  shifted[g << 3] = 0.0;
  // CHECK-LABEL: store global 'shifted'
  // CHECK-NEXT: lane stride: 32 bytes
  // CHECK-NEXT: per request 32, ideal 4

  // Bits 0 and 1 change places with bits 2 and 3: 16 elements stay 16 elements.
  interleaved[(g & ~15u) | ((g & 3u) << 2) | ((g >> 2) & 3u)] = 0.0;
  // CHECK-LABEL: store global 'interleaved'
  // CHECK: per request 4, ideal 4
  // LANES-LABEL: store global 'interleaved'
  // LANES-NEXT: : 0 16 32 48 4 20

  // Neither bit comes from the workgroup's number.
  field[(g >> 3) & 3u] = 0.0;
  // CHECK-LABEL: store global 'field'
  // CHECK-SAME: exact
  // CHECK: per request 1, ideal 1
  // LANES-LABEL: store global 'field'
  // LANES-NEXT: : 0 0 0 0 0 0 0 0 4 4

  // A column of a swizzled tile: lane l has bank l ^ 5.
  uint row = gl_LocalInvocationID.x;
  tile[row * 32u + (5u ^ row)] = 0.0;
  // CHECK-LABEL: store shared 'tile'
  // CHECK: per request 1, ideal 1, ways 1
}
