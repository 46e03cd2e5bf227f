// What a branch on unknown values says of what is executed behind it: the
// condition is assumed of accesses on that side, and the comparison bounds the
// values that it compares.
//
// RUN: %wglint-opt --print=accesses %s | FileCheck %s
// RUN: %wglint-opt --print=lanes %s | FileCheck %s --check-prefix=REACH
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
layout(location = 0) uniform uint mode;
layout(location = 1) uniform uint count;
layout(location = 2) uniform uint pitch;
layout(location = 3) uniform uint height;

shared float tile[64];

void main() {
  uint l = gl_LocalInvocationIndex;
  // Both sides may run; each says when.
  // CHECK: store global 'a'
  // CHECK: assumed: mode == 2{{$}}
  // CHECK: store global 'b'
  // CHECK: assumed: mode != 2{{$}}
  if (mode == 2u)
    a[l] = 1.0;
  else
    b[l] = 1.0;
  // Behind both sides the condition is gone.
  // CHECK: store global 'c'
  // CHECK-NOT: assumed
  // CHECK: store global 'a'
  c[l] = 1.0;
  // count < 16 bounds the address.
  // CHECK: assumed: count < 16 and mode > 3{{$}}
  // REACH: store global 'a'
  // REACH: store global 'a'
  // REACH-NEXT: first request
  // REACH-NEXT: all requests: bytes 0 to 315
  if (count < 16u && mode > 3u)
    a[l + count] = 2.0;
  // A row of the interior is as long as the ids that pass: no more need be
  // assumed of the pitch for eight rows to share no sector.
  // CHECK: store global 'c'
  // CHECK-NOT: pitch >= 8
  // CHECK: store shared 'tile'
  uint x = gl_WorkGroupID.y * 8u + gl_LocalInvocationID.y + 7u;
  if (x >= pitch)
    return;
  c[gl_LocalInvocationID.x * pitch + gl_WorkGroupID.x] = 3.0;
  tile[l] = 1.0;
}
