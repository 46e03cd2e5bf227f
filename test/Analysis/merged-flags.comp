// A flag that an inner loop sets where data says so, and that is read with a bound:
// the paths to it are joined for the lanes of all of them.
//
// RUN: %wglint-opt --print=accesses %s | FileCheck %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Limits { float limits[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
layout(location = 0) uniform uint rows;
layout(location = 1) uniform uint width;

void main() {
  uint i = gl_GlobalInvocationID.x;
  bool isInside = i < width;
  bool isDone = false;
  for (uint k = 0u; k < rows; k += 64u)
    if (!isDone && isInside)
      for (uint j = 0u; j < width; j++)
        // CHECK: load global 'limits'
        // CHECK: per request 1, ideal 1
        if (limits[j] > 1.0)
          isDone = true;
  // CHECK: store global 'result'
  // CHECK-SAME: exact
  result[i] = isDone ? 1.0 : 0.0;
}
