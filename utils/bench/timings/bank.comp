// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 256 loads from shared memory, STRIDE words from lane to lane.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Dst { float dst[]; };
const uint SIZE = 8192u;
shared float s[SIZE];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = l; i < SIZE; i += 256u)
    s[i] = 1.0;
  barrier();
  float sum = 0.0;
  for (uint k = 0u; k < 256u; ++k)
    sum += s[(l * STRIDE + k) & (SIZE - 1u)];
  dst[gl_GlobalInvocationID.x] = sum;
}
