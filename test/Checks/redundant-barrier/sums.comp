// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// Sums may come in any order.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Count { uint count; };
void main() {
  atomicAdd(count, 2u);
  // expected-remark@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  atomicAdd(count, 1u);
}
