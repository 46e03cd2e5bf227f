// What depends on loaded data is unknown where it is an address and bounded where it is a
// condition; what was loaded at one address is the same for all lanes.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Indices { uint indices[]; };
layout(std430, binding = 1) buffer A { float gathered[]; };
layout(std430, binding = 2) buffer B { float chosen[]; };
layout(std430, binding = 3) buffer C { float moved[]; };
layout(std430, binding = 4) buffer D { float looped[]; };
layout(std430, binding = 5) buffer E { float afterwards[]; };
layout(std430, binding = 6) buffer F { float viaFloat[]; };
layout(std430, binding = 7) buffer G { float exactFloat[]; };

void main() {
  uint i = gl_LocalInvocationID.x;

  uint data = indices[i];
  // CHECK-LABEL: load global 'indices'
  // CHECK-SAME: exact
  // CHECK: per request 4, ideal 4

  gathered[data] = 0.0;
  // CHECK-LABEL: store global 'gathered'
  // CHECK-SAME: unknown (data-dependent: loaded from 'indices')
  // CHECK-NEXT: per request unknown
  // CHECK-NEXT: workgroup: requests 1, sectors unknown

  // Any lanes may store, at known addresses.
  if (data != 0u)
    chosen[i] = 0.0;
  // CHECK-LABEL: store global 'chosen'
  // CHECK-SAME: bounded
  // CHECK: per request 1..4, ideal 1..4
  // CHECK-NEXT: workgroup: requests 0..1, sectors 0..4, ideal 0..4

  afterwards[i] = 0.0;
  // CHECK-LABEL: store global 'afterwards'
  // CHECK-SAME: exact

  moved[i + indices[0]] = 0.0;
  // CHECK-LABEL: load global 'indices'
  // CHECK: one address for a subgroup
  // CHECK-LABEL: store global 'moved'
  // CHECK-SAME: bounded
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4..5, ideal 4

  for (uint k = 0u; k < data; ++k)
    looped[i + 32u * k] = 0.0;
  // CHECK-LABEL: store global 'looped'
  // CHECK: per request 1..4
  // CHECK-NEXT: workgroup: requests unknown, sectors unknown

  // Not exact in every implementation; a product with a power of two is.
  viaFloat[uint(sqrt(float(i)))] = 0.0;
  // CHECK-LABEL: store global 'viaFloat'
  // CHECK-SAME: unknown (float-arithmetic
  exactFloat[uint(floor(float(i) * 0.5))] = 0.0;
  // CHECK-LABEL: store global 'exactFloat'
  // CHECK-SAME: exact
  // CHECK: per request 2, ideal 2
}
