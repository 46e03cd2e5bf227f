// Members of structures in an array of an invocation, at an element that data
// picks: each is of its own type, and an array among them has elements.
//
// RUN: %wglint-opt --print=accesses %s | FileCheck %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Picks { uint picks[]; };
layout(std430, binding = 1) buffer Result { float result[]; };
layout(std430, binding = 2) buffer Other { float other[]; };
struct Entry {
  float weight;
  uint id;
  float at[3];
};

void main() {
  uint i = gl_LocalInvocationID.x;
  Entry stack[4];
  for (uint k = 0u; k < 4u; k++) {
    stack[k].weight = 1.0;
    stack[k].id = k;
    stack[k].at = float[3](0.0, 1.0, float(k));
  }
  uint pick = picks[i];
  // CHECK: store global 'result'
  // CHECK-SAME: exact
  result[i] = stack[pick & 3u].at[pick & 1u];
  // The number is an integer, though the first member is a float.
  // CHECK: store global 'other'
  // CHECK-SAME: unknown
  other[stack[pick & 3u].id * 8u] = stack[pick & 3u].weight;
}
