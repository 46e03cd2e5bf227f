// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { TYPE src[]; };
layout(std430, binding = 1) writeonly buffer Dst { TYPE dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[i];
}
