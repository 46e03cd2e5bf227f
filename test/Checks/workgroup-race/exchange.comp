// RUN: %wglint --verify --checks=workgroup-race %s

// An atomic does not order what builds on it; two that build do not matter.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Counter { uint count, most; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  if (g == 0u) {
    // expected-warning@+3 {{data race between workgroups: invocation 0 of one of them atomically changes byte 0 of 'count', which invocation 0 of each atomically changes}}
    // expected-note@+2 {{assumed: there are several workgroups}}
    // expected-note@+1 {{no barrier orders workgroups}}
    atomicExchange(count, 0u);
    atomicMax(most, 3u);
  }
  atomicAdd(count, 1u); // expected-note {{invocation 0 atomically changes it here}}
  atomicMax(most, g);
}
