// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 128 steps, each with a barrier that it does not need.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float words[256];
void main() {
  uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
  words[l] = src[i];
  for (uint k = 0u; k < 128u; ++k) {
    words[l] = words[l] * 0.5 + 1.0;
#if BARRIERS
    barrier();
#endif
  }
  dst[i] = words[l];
}
