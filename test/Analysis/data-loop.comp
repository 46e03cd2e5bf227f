// A loop that runs on loaded data: every iteration compares another unknown, and
// the walk ends in its budget all the same.
//
// RUN: %wglint-opt --print=accesses %s | FileCheck %s
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { int next[]; };

void main() {
  // All lanes follow the same data.
  // CHECK: store global 'next'
  // CHECK: per request 1, ideal 1
  // CHECK-NEXT: workgroup: requests unknown
  for (int i = 0; i < 100;) {
    next[next[i]] = i;
    i = next[next[i] + 1];
  }
}
