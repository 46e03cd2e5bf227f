// A number as the bound of lanes that unknowns of the host part: where those are least,
// all lanes of the first workgroup are below it. Below a small one they are not.
//
// RUN: %wglint-opt --print=synchronization -DBOUND=2000u %s | FileCheck %s
// RUN: %wglint-opt --print=synchronization -DBOUND=62u %s | FileCheck --check-prefix=SMALL %s
// RUN: %wglint-opt --print=synchronization -DBOUND=14u %s | FileCheck --check-prefix=NONE %s

#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer A { float rows[]; };
layout(std430, binding = 1) buffer B { float pitches[]; };
layout(std430, binding = 2) buffer C { float moved[]; };
uniform uint pitch;
uniform int offset;

// NONE-NOT: race
void main() {
  uvec2 g = gl_GlobalInvocationID.xy, l = gl_LocalInvocationID.xy;

  // CHECK: race on global 'rows' byte 0
  // SMALL-NOT: 'rows'
  if (g.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x + g.x <= BOUND)
    rows[0] += 1.0;

  // CHECK: race on global 'pitches' byte 0
  // SMALL: race on global 'pitches' byte 0
  if (l.y * pitch + l.x < BOUND)
    pitches[0] += 1.0;

  // CHECK: race on global 'moved' byte 0
  // SMALL-NOT: 'moved'
  if (int(gl_LocalInvocationIndex) + offset <= int(BOUND))
    moved[0] += 1.0;
}
