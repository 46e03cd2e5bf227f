// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unused-structure-bytes %t/open.comp %t/known.comp

//--- open.comp
// What is moved once is little beside a loop over as many bodies as the host has.
#version 450
layout(local_size_x = 64) in;
struct Density { float density, pad1, pad2, pad3; };
layout(std430, binding = 0) readonly buffer D { Density densities[]; };
layout(std430, binding = 1) readonly buffer P { vec2 positions[]; };
layout(std430, binding = 2) writeonly buffer F { float forces[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'densities.density' moves 512 bytes per request of which this shader uses 128}}
  float force = 0.0, own = densities[i].density;
  for (uint k = 0u; k < count; ++k)
    force += own * distance(positions[k], positions[i]);
  forces[i] = force;
}

//--- known.comp
#version 450
layout(local_size_x = 64) in;
struct Density { float density, pad1, pad2, pad3; };
layout(std430, binding = 0) readonly buffer D { Density densities[]; };
layout(std430, binding = 1) readonly buffer P { vec2 positions[]; };
layout(std430, binding = 2) writeonly buffer F { float forces[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+1 {{load from 'densities.density' moves 512 bytes per request of which this shader uses 128}}
  float force = 0.0, own = densities[i].density;
  for (uint k = 0u; k < 4u; ++k)
    force += own * distance(positions[k], positions[i]);
  forces[i] = force;
}
