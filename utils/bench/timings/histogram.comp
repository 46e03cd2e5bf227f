// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// IN_SHARED: counted in shared memory first, 16 values an invocation.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Bins { uint bins[]; };
#if IN_SHARED
shared uint counts[BINS];
#endif
void main() {
#if IN_SHARED
  uint l = gl_LocalInvocationID.x;
  for (uint b = l; b < BINS; b += 256u)
    counts[b] = 0u;
  barrier();
  uint base = gl_WorkGroupID.x * 4096u + l;
  for (uint k = 0u; k < 16u; ++k)
    atomicAdd(counts[src[base + k * 256u] & (BINS - 1u)], 1u);
  barrier();
  for (uint b = l; b < BINS; b += 256u)
    atomicAdd(bins[b], counts[b]);
#else
  atomicAdd(bins[src[gl_GlobalInvocationID.x] & (BINS - 1u)], 1u);
#endif
}
