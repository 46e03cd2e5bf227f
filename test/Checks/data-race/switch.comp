// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// expected-no-diagnostics
// One dispatch takes one case: what the other stores is another dispatch's.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer D { uint d[]; };
uniform int stage;
void main() {
  uint i = gl_GlobalInvocationID.x;
  switch (stage) {
  case 1:
    d[i] = i;
    break;
  case 2:
    d[i ^ 1u] += 2u;
    break;
  }
}
