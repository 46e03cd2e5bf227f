// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
const uint N = 1u << 26;
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[(i * STRIDE) % N];
}
