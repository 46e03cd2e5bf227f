// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each lane adds up words of shared memory, STRIDE words from its neighbour's.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Dst { uint dst[]; };
shared uint words[8192];
void main() {
  uint l = gl_LocalInvocationID.x, sum = 0u;
  for (uint i = l; i < 8192u; i += 256u)
    words[i] = i;
  barrier();
  for (uint k = 0u; k < 256u; ++k)
    sum += words[(l * STRIDE + k) & 8191u];
  dst[gl_GlobalInvocationID.x] = sum;
}
