// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tree whose active lanes lie together, but their elements spread apart.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float partial[256];

void main() {
  uint l = gl_LocalInvocationID.x;
  partial[l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint step = 1u; step < 256u; step *= 2u) {
    uint i = 2u * step * l;
    if (i < 256u)
      partial[i] += partial[i + step];
    barrier();
  }
  if (l == 0u)
    dst[gl_WorkGroupID.x] = partial[0];
}
