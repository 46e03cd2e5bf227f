// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %s

// Data decides who loads the rest of a body, and it loads it twice; the own position
// stays in a register; five rounds are not five times as much in an iteration.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer P { vec4 positions[]; };
layout(std430, binding = 1) readonly buffer D { float densities[]; };
layout(std430, binding = 2) buffer F { vec4 force[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float own = densities[i];
  vec4 sum = vec4(0.0);
  for (uint round = 0u; round < 5u; ++round)
    for (uint j = 0u; j < count; ++j) {
      // expected-warning@+1 {{load from 'positions' fetches each byte 128.0 times: the invocations of a workgroup (128) ask for 2048 bytes in each iteration, 16 of them distinct}}
      vec4 d = positions[j] - positions[i];
      if (length(d) < 0.02)
        sum += d / densities[j] + own / densities[j] + positions[j];
    }
  force[i] = sum;
}
