// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 32-way bank conflicts: each lane walks its own row of 32 words.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) writeonly buffer Dst { float dst[]; };
shared float row[128 * 32];

void main() {
  uint lane = gl_LocalInvocationID.x;
  for (uint k = 0u; k < 32u; ++k)
    row[lane * 32u + k] = float(k + gl_WorkGroupID.x);
  barrier();
  float sum = 0.0;
  for (uint r = 0u; r < 64u; ++r)
    for (uint k = 0u; k < 32u; ++k)
      sum += row[((lane + r) % 128u) * 32u + k];
  dst[gl_GlobalInvocationID.x] = sum;
}
