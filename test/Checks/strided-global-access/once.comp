// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// What is done once does not matter beside a loop of unknown length.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Long { float values[]; };
layout(std430, binding = 1) buffer Starts { float starts[]; };
layout(std430, binding = 2) buffer Columns { float columns[]; };
uniform uint N;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{neighbouring lanes are 32 bytes apart}}
  float sum = starts[8u * i];
  for (uint k = 0u; k < N; k++)
    sum += values[k * 4096u + i];
  for (uint k = 0u; k < N; k++)
    // expected-warning@+1 {{neighbouring lanes are 32 bytes apart}}
    sum += columns[k * 4096u + 8u * i];
  values[i] = sum;
}
