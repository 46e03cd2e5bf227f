// Which bytes of the elements of a buffer are used, and how often the lanes of a
// workgroup load the same ones.
//
// RUN: %wglint-opt --print=buffers %s | FileCheck %s
// RUN: %wglint-opt --print=buffers --assume n=4 %s \
// RUN:   | FileCheck %s --check-prefix=KNOWN
#version 450
layout(local_size_x = 32, local_size_y = 8) in;

struct Particle {
  vec3 position;
  float mass;
  vec4 velocity;
  float weights[4];
  mat2 turn;
};
// Members without padding, one component, an index that is not constant (the
// whole member), a matrix (always as a whole); two accesses of the same bytes
// count once.
// CHECK-DAG: array 'b.particles' of 'Particle': 64 bytes of data in 64, used 12..15 20..23 32..63, not 'position'
layout(std430, binding = 0) readonly buffer P { Particle particles[]; } b;
// CHECK-DAG: array 'rounded': 4 bytes of data in 16, used 0..3
layout(std140, binding = 1) readonly buffer R { float rounded[]; };
// CHECK-DAG: array 'triples': 12 bytes of data in 16, used 0..3 8..11
layout(std430, binding = 2) readonly buffer T { vec3 triples[]; };
// Of a structure that is read as a whole the members count that something is done with.
struct Pair { vec3 a; vec3 b; };
// CHECK-DAG: array 'pairs' of 'Pair': 24 bytes of data in 32, used 0..11, not 'b'
layout(std430, binding = 3) readonly buffer Q { Pair pairs[]; };
// Two views of one buffer: neither knows what the other uses.
// CHECK-NOT: array 'view
layout(std430, binding = 4) readonly buffer V { Pair view[]; };
layout(std430, binding = 4) readonly buffer W { vec4 viewAsVectors[]; };
layout(std430, binding = 5) buffer O { float result[]; };
// CHECK-DAG: array 'image': 4 bytes of data in 4, used 0..3
layout(std430, binding = 6) readonly buffer I { float image[]; };
uniform uint n;
uniform uint width;

void main() {
  uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
  // CHECK-DAG: loads from 'b.particles': 5 accesses
  float sum = b.particles[x].mass + b.particles[x].velocity.y + b.particles[x].mass;
  sum += b.particles[x].weights[n] + b.particles[x].turn[0].x;
  // 32 elements, loaded by eight lanes each.
  // CHECK-DAG: loads from 'rounded': 1 accesses, 1 loads per invocation, 1024 bytes, 128 by execution, 128 distinct
  sum += rounded[x] + triples[x].x + triples[x].z;
  Pair pair = pairs[x];
  sum += pair.a.x + view[x].a.x + viewAsVectors[x].x;
  // All lanes of a row load one element in each iteration.
  // CHECK-DAG: loads from 'image' in an iteration: 1 accesses, 1 loads per invocation, 1024 bytes, 32 by execution, 32 distinct
  // KNOWN-DAG: loads from 'image': 4 accesses, 7 loads per invocation, 7168 bytes, 3200 by execution, 1216 distinct
  for (uint k = 0u; k < n; ++k)
    sum += image[y * width + k];
  // Each execution loads distinct bytes, neighbours the same.
  // CHECK-DAG: loads from 'image': 3 accesses, 3 loads per invocation, 3072 bytes, 3072 by execution, 1088 distinct
  sum += image[y * width + x] + image[y * width + x + 1u] + image[y * width + x + 2u];
  result[y * width + x] = sum;
}
