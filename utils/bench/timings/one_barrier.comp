// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with one barrier, outside of loops, that orders nothing: OWN stores to an
// element of a shared array and loads it again, STREAM copies, WORK and UNEVEN make
// arithmetic, UNEVEN another number of steps for each invocation and on both sides,
// TWO loads once more behind the barrier, GATHER as OWN and eight times more.
#version 450
#define OWN 0
#define STREAM 1
#define WORK 2
#define UNEVEN 3
#define TWO 4
#define GATHER 5
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
#if KERNEL == OWN || KERNEL == GATHER
shared float s[SIZE];
#endif

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float v = src[g];
#if KERNEL == UNEVEN
  int steps = int(g * 2654435761u >> 25);
#else
  const int steps = KERNEL == WORK ? 64 : 0;
#endif
  for (int i = 0; i < steps; ++i)
    v = fma(v, v, 0.1);
#if KERNEL == OWN || KERNEL == GATHER
  s[l] = v;
#endif
#if BARRIERS
  barrier();
#endif
#if KERNEL == OWN || KERNEL == GATHER
  v = s[l];
#endif
#if KERNEL == UNEVEN
  for (int i = 0; i < steps; ++i)
    v = fma(v, v, 0.2);
#elif KERNEL == TWO
  v += src[g ^ 0x100000u];
#elif KERNEL == GATHER
  for (uint i = 0u; i < 8u; ++i)
    v += src[(g + i * 4096u) & 0xffffffu];
#endif
  dst[g] = v * 2.0;
}
