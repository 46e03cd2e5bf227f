// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %s

// As many loads as data lets.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 1) readonly buffer D { float densities[]; };
layout(std430, binding = 2) buffer F { vec4 force[]; };
uniform uint count;
uniform vec4 places[64];
void main() {
  uint i = gl_GlobalInvocationID.x;
  vec4 sum = force[i];
  for (uint j = 0u; j < count; ++j)
    if (distance(places[j & 63u], sum) < 0.02)
      // expected-remark@+1 {{load from 'densities' fetches each byte up to 128.0 times: the invocations of a workgroup (128) ask for up to 512 bytes in each iteration}}
      sum += densities[j] - densities[i];
  force[i] = sum;
}
