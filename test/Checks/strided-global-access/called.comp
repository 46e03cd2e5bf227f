// RUN: %wglint --verify --remarks --checks=strided-global-access %s

// Who takes which row is one choice, wherever rows are walked.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Rows { float rows[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
uniform uint width;
float sumOf(uint row) {
  float sum = 0.0;
  for (uint k = 0u; k < width; ++k)
    // expected-warning@+3 {{load from 'rows' touches 32 sectors per request}}
    // expected-note@+2 {{assumed: }}
    // expected-note@+1 {{let neighbouring invocations}}
    sum += rows[row * width + k];
  return sum;
}
float mostOf(uint row) {
  float most = 0.0;
  for (uint k = 0u; k < width; ++k)
    // expected-note@+1 {{likewise: load from 'rows' here}}
    most = max(most, rows[row * width + k]);
  return most;
}
void main() {
  uint row = gl_GlobalInvocationID.x;
  float most = mostOf(row);
  // expected-note@+1 {{called from here}}
  sums[row] = sumOf(row) / most;
}
