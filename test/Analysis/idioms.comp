// What the instructions are for: steps of reductions, atomics whose order does
// not matter, ballots of which one word is read.
//
// RUN: %wglint-opt --print=resources %s | FileCheck %s
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
layout(set = 0, binding = 1) buffer Sum { uint sum; };
shared uint s[64], t[64];

void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = t[l] = data[l];
  barrier();
  for (uint stride = 32u; stride > 0u; stride /= 2u) {
    if (l < stride) {
      // CHECK: reduction of 's': Add
      s[l] += s[l + stride];
      // CHECK-NEXT: reduction of 't': Max
      t[l] = max(t[l + stride], t[l]);
    }
    barrier();
  }
  // Neither in a loop nor of one array.
  // CHECK-NOT: reduction
  s[l] = s[l] + t[l];
  // CHECK: order-free atomic, result unused
  atomicAdd(sum, s[0]);
  // CHECK-NEXT: order-free atomic, result used
  data[l] = atomicOr(sum, 1u);
  // CHECK-NOT: order-free
  atomicExchange(sum, 0u);
  // CHECK: narrow ballot
  // CHECK-NOT: narrow ballot
  data[l + 64u] = subgroupBallot(l > 3u).x;
  uvec4 ballot = subgroupBallot(l > 4u);
  data[l + 128u] = ballot.x | ballot.y;
}
