// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scan by doubling steps, within each workgroup.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float sums[256];

void main() {
  uint l = gl_LocalInvocationID.x;
  sums[l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 1u; d < 256u; d *= 2u) {
    float before = 0.0;
    if (l >= d)
      before = sums[l - d];
    barrier();
    sums[l] += before;
    barrier();
  }
  dst[gl_GlobalInvocationID.x] = sums[l];
}
