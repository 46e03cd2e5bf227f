// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each of 2^20 invocations, in workgroups of SIZE, makes OPERATIONS multiplications.
#version 450
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_WorkGroupID.y * 65536u * SIZE + gl_GlobalInvocationID.x;
  float x = 1.0, y = src[i & 1023u];
  for (uint j = 0u; j < OPERATIONS; j++)
    x = fma(x, 0.9999, y);
  dst[i] = x;
}
