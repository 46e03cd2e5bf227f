// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// The pitch in one direction is 1 in the other; a row has its length in both.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer C { float c[]; };
layout(std430, binding = 2) writeonly buffer B { float b[]; };
uniform uint isColumn, pitch;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint stride = pitch;
  if (isColumn != 0u)
    stride = 1u;
  float sum = 0.0;
  for (uint k = 0u; k < pitch; k++) {
    // expected-remark@+1 {{a uniform value}}
    sum += a[i * stride + k];
    // expected-warning@+1 {{neighbouring lanes are 4 * pitch bytes apart}}
    sum += c[i * pitch + k];
  }
  b[i] = sum;
}
