// RUN: %wglint --verify --remarks --checks=oversized-private-array,dynamic-private-index %s

// A structure that a function gets by value, and does not change, is a copy that compilers do
// without; what one function changes for itself is an array of its own.
#version 450
layout(local_size_x = 64) in;
struct World { vec4 spheres[512]; uint count; };
layout(std430, binding = 0) readonly buffer Scene { World world; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
float sum(const World w) {
  float all = 0.0;
  for (uint i = 0u; i < w.count; i++)
    all += w.spheres[i].x;
  return all;
}
float sumOfHalves(World w) {
  float all = 0.0;
  for (uint i = 0u; i < w.count; i++) {
    w.spheres[i] *= 0.5;
    all += w.spheres[i].x;
  }
  return all;
}
void main() {
  // expected-warning@+3 {{private array 'w.spheres' takes 8192 bytes in every invocation}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{lies in scratch memory}}
  result[gl_GlobalInvocationID.x] = sum(world) + sumOfHalves(world);
}
