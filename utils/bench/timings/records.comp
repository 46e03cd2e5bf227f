// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each invocation of a workgroup of SIZE takes one of STRIDE floats.
#version 450
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.y * 65536u + gl_GlobalInvocationID.x;
  dst[i] = src[i * STRIDE];
}
