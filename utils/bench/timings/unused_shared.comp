// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that wait for memory, each load for the one before, beside a shared array of
// BYTES for each workgroup of 256: NONE has no such array, DECLARED never names it,
// UNCALLED names it in a function that nobody calls, RETURNED behind main's return,
// USED passes a value through it.
#version 450
#define NONE 0
#define DECLARED 1
#define UNCALLED 2
#define RETURNED 3
#define USED 4
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
#if KERNEL != NONE
shared uint s[BYTES / 4];
#endif

#if KERNEL == UNCALLED || KERNEL == RETURNED
uint swap(uint v) {
  s[gl_LocalInvocationID.x] = v;
  barrier();
  return s[255u - gl_LocalInvocationID.x];
}
#endif

void main() {
  uint g = gl_GlobalInvocationID.x, n = uint(src.length());
  uint at = g;
  for (int i = 0; i < 8; ++i)
    at = (at * 1664525u + 1013904223u + (src[at % n] & 1u)) % n;
#if KERNEL == USED
  s[gl_LocalInvocationID.x * uint(BYTES / 1024)] = at;
  barrier();
  at += s[(255u - gl_LocalInvocationID.x) * uint(BYTES / 1024)];
#endif
  dst[g] = at;
#if KERNEL == RETURNED
  return;
  dst[g] = swap(at);
#endif
}
