// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each invocation loads WORDS of its own run of WORDS floats, or, where it is not STRIDED, of those of the
// whole dispatch, and makes OPERATIONS multiplications with each.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint count = gl_NumWorkGroups.x * 256u;
  float x = 1.0;
  for (uint k = 0u; k < WORDS; k++) {
    float y = src[STRIDED != 0 ? i * RUN + k : k * count + i];
    for (uint j = 0u; j < OPERATIONS; j++)
      x = fma(x, 0.9999, y);
  }
  dst[i] = x;
}
