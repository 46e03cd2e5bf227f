// Totals over a whole dispatch: edges, halos and residues are counted, not sampled.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --dispatch=4,1,1 %s | FileCheck %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --dispatch=1000003,1,1 %s | FileCheck --check-prefix=LARGE %s

#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { float overshoot[]; };
layout(std430, binding = 1) buffer B { float left[]; };
layout(std430, binding = 2) buffer C { float right[]; };
layout(std430, binding = 3) buffer D { float thirds[]; };
layout(std430, binding = 4) buffer E { float padded[]; };
layout(std430, binding = 5) buffer F { float onlyLast[]; };

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint i = gl_GlobalInvocationID.x;
  uint group = gl_WorkGroupID.x;

  // 100 of 128 invocations: three full requests and one of 4 lanes.
  if (i < 100u)
    overshoot[i] = 0.0;
  // CHECK-LABEL: store global 'overshoot'
  // CHECK-SAME: exact
  // CHECK: dispatch: requests 4, sectors 13, ideal 13
  // LARGE-LABEL: store global 'overshoot'
  // LARGE: dispatch: requests 4, sectors 13, ideal 13

  // From element -1 on there are 5 sectors, but the first workgroup starts with 0, 0.
  left[max(int(i) - 1, 0)] = 0.0;
  // CHECK-LABEL: store global 'left'
  // CHECK: dispatch: requests 4, sectors 19, ideal 16
  // LARGE-LABEL: store global 'left'
  // LARGE: dispatch: requests 1000003, sectors 5000014, ideal 4000012

  // The last one ends with 127, 127.
  right[min(i + 1u, 32u * gl_NumWorkGroups.x - 1u)] = 0.0;
  // CHECK-LABEL: store global 'right'
  // CHECK: dispatch: requests 4, sectors 19, ideal 16
  // LARGE-LABEL: store global 'right'
  // LARGE: dispatch: requests 1000003, sectors 5000014, ideal 4000012

  // 0, 16, 32 and 0 bytes: only 16 is not aligned. Of 1000003 workgroups 333334 have it.
  thirds[group % 3u * 4u + lane] = 0.0;
  // CHECK-LABEL: store global 'thirds'
  // CHECK: dispatch: requests 4, sectors 17, ideal 16
  // LARGE-LABEL: store global 'thirds'
  // LARGE: dispatch: requests 1000003, sectors 4333346, ideal 4000012

  // 132 bytes from workgroup to workgroup: every eighth is aligned, 125001 of 1000003.
  padded[group * 33u + lane] = 0.0;
  // CHECK-LABEL: store global 'padded'
  // CHECK: per request 4..5, ideal 4
  // CHECK: dispatch: requests 4, sectors 19, ideal 16
  // LARGE-LABEL: store global 'padded'
  // LARGE: dispatch: requests 1000003, sectors 4875014, ideal 4000012

  if (group == gl_NumWorkGroups.x - 1u)
    onlyLast[lane] = 0.0;
  // CHECK-LABEL: store global 'onlyLast'
  // CHECK: workgroup: requests 0..1, sectors 0..4, ideal 0..4
  // CHECK: dispatch: requests 1, sectors 4, ideal 4
  // LARGE-LABEL: store global 'onlyLast'
  // LARGE: dispatch: requests 1, sectors 4, ideal 4
}
