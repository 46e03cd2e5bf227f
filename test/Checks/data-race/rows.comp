// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// expected-no-diagnostics
// The second row is no shift by a small number: rows are longer than a workgroup.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer T { uint table[]; };
uniform uint rows, width;
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint row = 0u; row < rows; ++row) {
    table[row * width + i] = 0u;
    if (i > row)
      table[row * width + i] = i - row;
  }
}
