// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy of 512 x 512 x 256 floats, rows PITCH apart, by workgroups of three dimensions;
// with OPERANDS 2 a sum of two such volumes.
#version 450
layout(local_size_x = WX, local_size_y = WY, local_size_z = WZ) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) readonly buffer Other { float other[]; };
layout(std430, binding = 2) writeonly buffer Dst { float dst[]; };
void main() {
  uvec3 p = gl_GlobalInvocationID;
  uint at = (p.z * 512u + p.y) * PITCH + p.x;
#if OPERANDS == 2
  dst[at] = src[at] + other[at];
#else
  dst[at] = src[at];
#endif
}
