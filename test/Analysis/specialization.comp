// Specialization constants have their defaults, can be set by name and number, and what
// rests on a default says so.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --spec=stride=4 %s | FileCheck --check-prefix=NAMED %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --spec=3=1 %s | FileCheck --check-prefix=NUMBERED %s
// RUN: %wglint-opt --print=declarations --target=nvidia-hopper --spec=0=128 %s | FileCheck --check-prefix=SIZE %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --local-size=16,4,1 %s | FileCheck --check-prefix=GIVEN %s

#version 450
layout(local_size_x = 64, local_size_x_id = 0) in;
layout(constant_id = 3) const uint stride = 2;
layout(constant_id = 4) const bool isPadded = false;
layout(std430, binding = 0) buffer A { float strided[]; };
layout(std430, binding = 1) buffer B { float padded[]; };
layout(std430, binding = 2) buffer C { float plain[]; };
shared float tile[stride * 8 + 1];

void main() {
  uint i = gl_LocalInvocationID.x;

  strided[i * stride] = 0.0;
  // CHECK-LABEL: store global 'strided'
  // CHECK-SAME: assumed
  // CHECK-NEXT: lane stride: 8 bytes
  // CHECK-NEXT: per request 8, ideal 4
  // CHECK-NEXT: workgroup: requests 2, sectors 16, ideal 8
  // CHECK-NEXT: assumed: specialization constants have their defaults
  // NAMED-LABEL: store global 'strided'
  // NAMED-NEXT: lane stride: 16 bytes
  // NAMED-NEXT: per request 16, ideal 4
  // NUMBERED-LABEL: store global 'strided'
  // NUMBERED-NEXT: lane stride: 4 bytes
  // NUMBERED-NEXT: per request 4, ideal 4

  // Two rows of 16 in a request.
  // GIVEN-LABEL: store global 'strided'
  // GIVEN: per request 4, ideal 2
  // GIVEN-NEXT: workgroup: requests 2, sectors 8, ideal 4

  padded[i * (isPadded ? 9u : 8u)] = 0.0;
  // CHECK-LABEL: store global 'padded'
  // CHECK: lane stride: 32 bytes

  plain[i] = 0.0;
  // CHECK-LABEL: store global 'plain'
  // CHECK: per request 4, ideal 4

  tile[i & 15u] = 0.0;
  // SIZE: workgroup 128x1x1
  // SIZE: shared 'tile'[17]: 68 bytes
}
