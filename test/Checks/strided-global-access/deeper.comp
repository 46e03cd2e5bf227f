// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// A loop within another one, and two that do less, which are told of together.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Matrix { float matrix[]; };
uniform uint width;
void main() {
  uint row = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < width; ++k)
    // expected-remark@+1 {{load from 'matrix' touches}}
    sum += matrix[row * width + k];
  for (uint j = 0u; j < width; ++j)
    for (uint k = 0u; k < width; ++k)
      // expected-warning@+1 {{load from 'matrix' touches}}
      sum += matrix[row * width + k] * float(j);
  for (uint k = 0u; k < width; ++k)
    matrix[row * width + k] = sum;
}
