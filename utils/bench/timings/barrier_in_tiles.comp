// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum over all elements of a buffer, a tile at a time: each tile takes two barriers,
// and with EXTRA a third one that orders nothing. STEPS of the tile are summed up: the
// fewer there are, the more a barrier is of the whole.
#version 450
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[SIZE];
#define ALL_STEPS 4096

void main() {
  uint l = gl_LocalInvocationID.x;
  float v = float(l), sum = 0.0;
  for (uint k = 0u; k < ALL_STEPS / STEPS; ++k) {
    tile[l] = src[(k * SIZE + l) & 0xfffffu];
    barrier();
    for (uint i = 0u; i < STEPS; ++i) {
      float d = tile[i & (SIZE - 1u)] - v;
      sum = fma(d, d, sum);
    }
    barrier();
#if EXTRA
    barrier();
#endif
  }
  dst[gl_GlobalInvocationID.x] = sum;
}
