// The bytes that an access may touch, over the dispatch where one is given.
// A value of unknown size has no bound; a masked one has.
//
// RUN: %wglint-opt --print=lanes %s | FileCheck %s
// RUN: %wglint-opt --print=lanes --dispatch=4,1,1 --assume n=10 %s \
// RUN:   | FileCheck %s --check-prefixes=DISPATCH
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Counts { uint counts[]; };
layout(std430, binding = 2) writeonly buffer Out { vec4 result[]; };
layout(location = 0) uniform uint n;

void main() {
  uint i = gl_GlobalInvocationID.x;
  // The number of workgroups is not known without a dispatch.
  // CHECK: load global 'keys'
  // CHECK-NOT: all requests
  // DISPATCH: load global 'keys'
  // DISPATCH: all requests: bytes 0 to 1023
  uint key = keys[i];
  // Data of unknown value, but eight bits of it.
  // CHECK: atomic global 'counts'
  // CHECK: all requests: bytes 0 to 1023
  // DISPATCH: atomic global 'counts'
  // DISPATCH: all requests: bytes 0 to 1023
  atomicAdd(counts[key & 255u], 1u);
  // CHECK: store global 'result'
  // CHECK: all requests: bytes 16 to 1039
  // DISPATCH: store global 'result'
  // DISPATCH: all requests: bytes 16 to 1039
  result[gl_LocalInvocationID.x + 1u] = vec4(0.0);
  // CHECK: store global 'result'
  // CHECK-NOT: all requests
  // DISPATCH: store global 'result'
  // DISPATCH: all requests: bytes 640 to 655
  result[4u * n] = vec4(1.0);
}
