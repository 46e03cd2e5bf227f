// Accesses that data lets pass: where workgroups meet, too, no barrier is advised;
// where only workgroups meet, data may keep them apart.
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %t/across.comp %t/within.comp %t/coloured.comp \
// RUN:   %t/often.comp %t/chosen.comp %t/known.comp

//--- across.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba8, binding = 0) uniform writeonly image2D img;
layout(std430, binding = 1) buffer Cells { uint cells[]; };
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  int own = at.y * imageSize(img).x + at.x;
  uint next = cells[own + 1]; // expected-note {{invocation (0, 0, 0) loads it here}}
  // expected-warning@+3 {{data race: invocation (1, 0, 0) stores to byte 4 + 32 * gl_WorkGroupID.x + 32 * gl_WorkGroupID.y * imageSize(img) of 'cells', which invocation (0, 0, 0) loads with no barrier in between}}
  // expected-note@+2 {{assumed: some data makes an invocation come here}}
  // expected-note@+1 {{workgroups meet there, too, and no barrier orders those: store to a second buffer, and exchange the two between dispatches}}
  if (next > 3u) cells[own] = next;
}

//--- within.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Cells { uint cells[]; };
void main() {
  uint l = gl_LocalInvocationID.x, base = gl_WorkGroupID.x * 64u;
  uint next = cells[base + (l ^ 1u)]; // expected-note {{invocation 1 loads it here}}
  // expected-warning@+3 {{data race: invocation 0 stores to byte 0 + 256 * gl_WorkGroupID.x of 'cells', which invocation 1 loads with no barrier in between}}
  // expected-note@+2 {{assumed: some data makes an invocation come here}}
  // expected-note@+1 {{memoryBarrierBuffer() and barrier() between the two, and a coherent buffer, order them}}
  if (next > 3u) cells[base + l] = next;
}

//--- coloured.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Cells { uint cells[]; };
layout(std430, binding = 2) readonly buffer Colours { uint colours[]; };
void main() {
  uint own = gl_GlobalInvocationID.x;
  uint next = cells[own + 64u];
  if (colours[own] == 1u) cells[own] = next;
}

//--- often.comp
// What data lets pass later does not hide what all workgroups do at first.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Cells { uint cells[]; };
layout(std430, binding = 2) readonly buffer Colours { uint colours[]; };
layout(std430, binding = 3) writeonly buffer Next { uint colours_next[]; };
void main() {
  uint own = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < 2u; ++k) {
    cells[own] = k; // expected-note {{invocation 0 stores to it here}}
    if (colours[own] == 1u)
      break;
  }
  // expected-remark@+2 {{data race between workgroups: invocation 0 loads byte 256 of 'cells', which invocation 0 of the workgroup next to it in x stores to}}
  // expected-note@+1 {{no barrier orders workgroups}}
  colours_next[own] = cells[own + 64u];
}

//--- chosen.comp
// What data chooses between is data, of floats as well.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Heights { float heights[]; };
uniform float slope;
void main() {
  uint own = gl_GlobalInvocationID.x;
  float drop = heights[own] - heights[own + 1u]; // expected-note {{invocation 1 loads it here}}
  float moved;
  if (drop > slope)
    moved = drop;
  else
    moved = 0.0;
  // expected-warning@+3 {{data race: invocation 0 stores to byte 4 + 256 * gl_WorkGroupID.x of 'heights', which invocation 1 loads with no barrier in between}}
  // expected-note@+2 {{assumed: some data makes an invocation come here}}
  // expected-note@+1 {{workgroups meet there, too}}
  if (moved > 0.0) heights[own + 1u] = moved;
}

//--- known.comp
// One of two known floats is not as free as data: nobody comes to the store.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Heights { float heights[]; };
uniform float slope;
void main() {
  uint own = gl_GlobalInvocationID.x;
  float height = heights[own];
  float side = height > slope ? 1.0 : 2.0;
  float other = 1.0;
  if (height > slope)
    other = 2.0;
  if (side > 5.0 || other > 5.0) heights[own + 1u] = height;
}
