// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --lane-budget=300000 %s | FileCheck %s

// The guard says that n is at least 1, so that the first iteration is certain and the
// second is not: the loop is summarised, not executed until the budget ends.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
layout(location = 0) uniform uint n;
void main() {
  uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
  if (x >= n || y >= n)
    return;
  float sum = 0.0;
  for (uint k = 0u; k < n; ++k)
    sum += a[y * n + k];
  // CHECK-LABEL: load global 'a'
  // CHECK-NEXT: per request 4, ideal 1
  // CHECK-NEXT: workgroup: requests unknown
  b[y * 1024u + x] = sum;
  // CHECK-LABEL: store global 'b'
  // CHECK-NEXT: per request 4, ideal 4
  // CHECK-NEXT: workgroup: requests 2, sectors 8, ideal 8
  // CHECK-NOT: unknown:
}
