// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each invocation copies PER values: a run of its own, or every 256th.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint base = gl_WorkGroupID.x * 256u * PER, l = gl_LocalInvocationID.x;
  for (uint k = 0u; k < PER; ++k) {
#if BLOCKED
    uint i = base + l * PER + k;
#else
    uint i = base + k * 256u + l;
#endif
    dst[i] = src[i];
  }
}
