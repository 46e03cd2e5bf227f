// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  barrier();
#if INTERLEAVED
  for (uint step = 1u; step < 256u; step *= 2u) {
    uint i = 2u * step * l;
    if (i < 256u)
      s[i] += s[i + step];
    barrier();
  }
#else
  for (uint step = 128u; step > 0u; step /= 2u) {
    if (l < step)
      s[l] += s[l + step];
    barrier();
  }
#endif
  if (l == 0u)
    dst[gl_WorkGroupID.x] = s[0];
}
