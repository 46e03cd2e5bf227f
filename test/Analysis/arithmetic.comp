// What an invocation computes at the least: scalar results, on average over those of a workgroup.
// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/head.inc %t/vectors.inc > %t/vectors.comp
// RUN: %wglint-opt --print=declarations %t/vectors.comp | FileCheck %s --check-prefix=VECTORS
// RUN: cat %t/head.inc %t/loop.inc > %t/loop.comp
// RUN: %wglint-opt --print=declarations %t/loop.comp | FileCheck %s --check-prefix=LOOP
// RUN: cat %t/head.inc %t/half.inc > %t/half.comp
// RUN: %wglint-opt --print=declarations %t/half.comp | FileCheck %s --check-prefix=HALF
// RUN: cat %t/head.inc %t/unknown.inc > %t/unknown.comp
// RUN: %wglint-opt --print=declarations %t/unknown.comp | FileCheck %s --check-prefix=UNKNOWN
// RUN: cat %t/head.inc %t/open.inc > %t/open.comp
// RUN: %wglint-opt --print=declarations %t/open.comp | FileCheck %s --check-prefix=OPEN

//--- head.inc
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { vec4 a[]; };
layout(std430, binding = 1) readonly buffer B { uint n; float b[]; };

//--- vectors.inc
// VECTORS: arithmetic for each invocation: 8.0
void main() { a[gl_LocalInvocationID.x] = sqrt(a[gl_LocalInvocationID.x] * 2.0); }

//--- loop.inc
// Ten times a product and a sum, and the loop's own count.
// LOOP: arithmetic for each invocation: 30.0
void main() {
  float x = b[0];
  for (uint i = 0u; i < 10u; i++)
    x = x * x + 1.0;
  a[0].x = x;
}

//--- half.inc
// HALF: arithmetic for each invocation: 0.5
void main() {
  if (gl_LocalInvocationID.x < 32u)
    a[0].x = b[0] + 1.0;
}

//--- unknown.inc
// It may never be computed.
// UNKNOWN: arithmetic for each invocation: 0.0
void main() {
  if (b[gl_LocalInvocationID.x] > 0.0)
    a[0].x = b[0] + 1.0;
}

//--- open.inc
// The first iteration, and any other one.
// OPEN: arithmetic for each invocation: 4.0
void main() {
  float x = b[0];
  for (uint i = 0u; i < n; i++)
    x = x + b[i];
  a[0].x = x;
}
