// Atomics on elements that data picks, beside what each invocation loads for itself.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %edit 's/BEGIN/0u/' %t/points.comp > %t/one-array.comp
// RUN: %wglint --fail-on=never --output-format=concise --target-env=vulkan --checks=-*,data-race %t/one-array.comp | FileCheck %s --check-prefix=ONE
// ONE: warning: data race: {{.*}} of 'points'
// The host lets edges begin behind the vertices, and data picks edges.
// RUN: %edit 's/BEGIN/vertexCount/' %t/points.comp > %t/two-arrays.comp
// RUN: %wglint --output-format=concise --target-env=vulkan --checks=-*,data-race %t/two-arrays.comp | count 0
// Without any barrier, what happens to one variable is one finding.
// RUN: %wglint --verify --verify-ignore=note --target-env=vulkan --checks=-*,data-race %t/no-barrier.comp
// Positions that are rounded to cells.
// RUN: %wglint --verify --verify-ignore=note --remarks --target-env=gl --checks=-*,data-race,workgroup-race %t/cells.comp %t/texels.comp %t/pairs.comp %t/no-cells.comp

//--- points.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Edges { uint edgeOf[]; };
layout(std430, binding = 1) buffer Points { uint points[]; };
layout(push_constant) uniform Params { uint vertexCount; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  atomicAdd(points[BEGIN + edgeOf[i]], points[i]);
}

//--- no-barrier.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[64];
void exchange(uint l) {
  uint v = tile[l ^ 1u];
  tile[l] = v;
}
void main() {
  uint l = gl_LocalInvocationIndex;
  tile[l] = data[gl_GlobalInvocationID.x];
  exchange(l);
  exchange(l);
  // expected-warning@+1 {{data race}}
  data[gl_GlobalInvocationID.x] = tile[63u - l];
}

// Of the positions that are rounded to one cell, only one is counted.
//--- cells.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = 1) buffer Counts { uint counts[]; };
uniform uint n, width;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= n || positions[i].x < 0.0)
    return;
  // expected-warning@+1 {{stores to an element of 'counts', which invocation 0 stores to with no barrier in between}}
  counts[uint(positions[i].x) + uint(positions[i].y) * width] += 1u;
}

//--- texels.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Positions { vec2 positions[]; };
layout(r32f, binding = 2) uniform image2D density;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (positions[i].x < 0.0)
    return;
  ivec2 cell = clamp(ivec2(positions[i] * 512.0), ivec2(0), ivec2(511));
  // expected-warning@+1 {{stores to a texel of 'density', which invocation 0 stores to with no barrier in between}}
  imageStore(density, cell, imageLoad(density, cell) + vec4(1.0));
}

// What is updated side by side is one finding.
//--- pairs.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = 1) buffer Starts { uint starts[]; };
layout(std430, binding = 2) buffer Lengths { uint lengths[]; };
void main() {
  uint cell = uint(positions[gl_GlobalInvocationID.x].x);
  // expected-warning@+1 {{stores to an element of 'starts'}}
  starts[cell] += 1u;
  lengths[cell] += 1u;
}

// Whole numbers of the host may be a permutation; what is stored without having
// been loaded may be one value; texels of one's own row are one's own.
//--- no-cells.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = 1) buffer Counts { uint counts[]; };
layout(std430, binding = 2) readonly buffer Order { ivec2 order[]; };
layout(r32f, binding = 3) uniform image2D density;
layout(std430, binding = 4) readonly buffer Owners { uint owners[]; };
uniform uint n;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= n)
    return;
  counts[order[i].x] += 1u;
  imageStore(density, order[i], imageLoad(density, order[i]) + vec4(1.0));
  imageStore(density, ivec2(positions[i]), vec4(1.0));
  ivec2 own = ivec2(int(positions[i].x), i);
  imageStore(density, own, imageLoad(density, own) + vec4(1.0));
  // One is elected for each cell; an id keeps cells apart.
  uint cell = uint(positions[i].x * 512.0);
  if (owners[cell] == i)
    counts[cell] += 1u;
  counts[uint(fract(positions[i].x) + float(i))] += 1u;
}
