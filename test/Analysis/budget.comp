// No loop hangs the analysis: what is too long to execute is summarised, and what cannot
// be summarised is unknown, with that reason.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer A { float before[]; };
layout(std430, binding = 1) buffer B { float endless[]; };
layout(std430, binding = 2) buffer C { float mixed[]; };
layout(std430, binding = 3) buffer D { float behind[]; };

void main() {
  uint i = gl_LocalInvocationID.x;
  before[i] = 0.0;
  // CHECK-LABEL: store global 'before'
  // CHECK: per request 4, ideal 4

  uint hash = i;
  for (uint k = 0u; k < 4000000000u; ++k) {
    endless[i + 32u * k] = 0.0;
    hash = hash * 1664525u + 1013904223u;
    mixed[hash] = 0.0;
  }
  // CHECK-LABEL: store global 'endless'
  // CHECK: per request 4, ideal 4
  // CHECK-NEXT: workgroup: requests unknown, sectors unknown, ideal unknown
  // CHECK-LABEL: store global 'mixed'
  // CHECK-SAME: unknown

  behind[i] = 0.0;
  // CHECK-LABEL: store global 'behind'
  // CHECK: workgroup: requests 8, sectors 32, ideal 32
}
