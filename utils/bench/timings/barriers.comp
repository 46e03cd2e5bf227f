// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 128 rounds of arithmetic, each followed by a barrier that nothing needs.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Dst { uint dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x, x = i;
  for (uint k = 0u; k < 128u; ++k) {
    x = x * 1664525u + 1013904223u;
#if BARRIERS
    barrier();
#endif
  }
  dst[i] = x;
}
