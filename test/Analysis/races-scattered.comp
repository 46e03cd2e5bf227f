// Atomics on elements that data picks, beside what each invocation loads for itself.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: sed 's/BEGIN/0u/' %t/points.comp > %t/one-array.comp
// RUN: %wglint --fail-on=never --output-format=concise --target-env=vulkan --checks=-*,data-race %t/one-array.comp | FileCheck %s --check-prefix=ONE
// ONE: warning: data race: {{.*}} of 'points'
// The host lets edges begin behind the vertices, and data picks edges.
// RUN: sed 's/BEGIN/vertexCount/' %t/points.comp > %t/two-arrays.comp
// RUN: %wglint --output-format=concise --target-env=vulkan --checks=-*,data-race %t/two-arrays.comp | count 0
// Without any barrier, what happens to one variable is one finding.
// RUN: %wglint --verify --verify-ignore=note --target-env=vulkan --checks=-*,data-race %t/no-barrier.comp

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
