// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// Windows of 12 elements, 8 apart, overlap; runs of 8 do not.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Samples { float samples[]; };
layout(std430, binding = 1) readonly buffer Runs { float runs[]; };
layout(std430, binding = 2) writeonly buffer Sums { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 12u; k++)
    // expected-remark@+1 {{neighbouring lanes are 32 bytes apart}}
    sum += samples[8u * i + k];
  for (uint k = 0u; k < 8u; k++)
    // expected-warning@+1 {{neighbouring lanes are 32 bytes apart}}
    sum += runs[8u * i + k];
  sums[i] = sum;
}
