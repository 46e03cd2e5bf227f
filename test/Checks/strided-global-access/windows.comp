// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// Rows of N from one lane to the next are long, as a loop walks all of one; windows
// that a stride moves on may overlap.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Rows { float rows[]; };
layout(std430, binding = 1) buffer Samples { float samples[]; };
layout(std430, binding = 2) buffer Sums { float sums[]; };
uniform uint N, stride, taps;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < N; k++)
    // expected-warning@+1 {{neighbouring lanes are 4 * N bytes apart}}
    sum += rows[i * N + k];
  for (uint k = i * stride; k < i * stride + taps; k++)
    // expected-remark@+1 {{neighbouring lanes are 4 * stride bytes apart}}
    sum += samples[k];
  sums[i] = sum;
}
