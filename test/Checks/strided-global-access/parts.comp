// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// A share of the work is short if there are workgroups enough; a row is not.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer C { float c[]; };
layout(std430, binding = 2) writeonly buffer B { float b[]; };
uniform uint count, row;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint part = count / (gl_NumWorkGroups.x * 64u);
  float sum = 0.0;
  for (uint k = 0u; k < part; k++)
    // expected-remark@+1 {{gl_NumWorkGroups.x}}
    sum += a[i * part + k];
  for (uint k = 0u; k < row; k++)
    // expected-warning@+1 {{neighbouring lanes are 4 * row bytes apart}}
    sum += c[i * row + k];
  b[i] = sum;
}
