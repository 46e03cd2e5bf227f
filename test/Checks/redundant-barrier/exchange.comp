// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// expected-no-diagnostics
// What one invocation sets back, the others count in: atomics of two kinds.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Count { uint count; };
void main() {
  if (gl_GlobalInvocationID.x == 0u)
    atomicExchange(count, 0u);
  barrier();
  atomicAdd(count, 1u);
}
