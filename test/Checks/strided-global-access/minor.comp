// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// Runs of 16 bytes in a loop of unknown length: the next iterations use what one leaves.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint base = i * 4u; base < count; base += 4096u)
    for (uint k = 0u; k < 4u; k++)
      // expected-remark@+1 {{neighbouring lanes are 16 bytes apart}}
      sum += a[base + k];
  b[i] = sum;
}
