// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %s

// An array that nothing which is executed writes to takes no room: compilers
// drop what is undefined. One that a called function fills does.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(push_constant) uniform Parameters { uint count; };

float never[400];
float filled[400];

void fillNever() { // is not called
  for (uint i = 0u; i < count; ++i)
    never[i] = data[i];
}

void fillOther(inout float part) { part = data[1]; }

void main() {
  uint id = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint i = 0u; i < count; ++i)
    sum += never[i];
  for (uint i = 0u; i < count; ++i)
    fillOther(filled[i]); // expected-warning {{private array 'filled' takes 1600 bytes}}
  for (uint i = 0u; i < count; ++i)
    sum += filled[i];
  data[id] = sum;
}
