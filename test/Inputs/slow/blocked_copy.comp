// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each invocation copies its own run of 16 elements.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uint first = gl_GlobalInvocationID.x * 16u;
  for (uint k = 0u; k < 16u; ++k)
    dst[first + k] = src[first + k];
}
