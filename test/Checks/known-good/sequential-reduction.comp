// RUN: %wglint --verify %s
// expected-no-diagnostics
#version 450
// A sum with halving strides; each workgroup stores its own result.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
shared float partial[256];
uniform uint count;
void main() {
  uint lid = gl_LocalInvocationIndex;
  uint i = gl_GlobalInvocationID.x;
  partial[lid] = i < count ? src[i] : 0.0;
  barrier();
  for (uint stride = 128u; stride > 0u; stride >>= 1u) {
    if (lid < stride)
      partial[lid] += partial[lid + stride];
    barrier();
  }
  if (lid == 0u)
    sums[gl_WorkGroupID.x] = partial[0];
}
