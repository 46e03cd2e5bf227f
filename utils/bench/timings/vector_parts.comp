// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that go over a tile of 256 elements of four words 256 times: APART keeps each
// word in an array of its own, VECTOR and STRUCTURE together; FIRST of them are read (or
// stored, with STORES) one by one.
#version 450
#define APART 0
#define VECTOR 1
#define STRUCTURE 2
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
struct Element { float x, y, z, w; };
#if KERNEL == APART
shared float xs[256], ys[256], zs[256], ws[256];
#define X(i) xs[i]
#define Y(i) ys[i]
#define Z(i) zs[i]
#define W(i) ws[i]
#else
#if KERNEL == VECTOR
shared vec4 tile[256];
#else
shared Element tile[256];
#endif
#define X(i) tile[i].x
#define Y(i) tile[i].y
#define Z(i) tile[i].z
#define W(i) tile[i].w
#endif

void storeAll(uint i, float v) {
  X(i) = v;
#if FIRST > 1
  Y(i) = v + 1.0;
#endif
#if FIRST > 2
  Z(i) = v + 2.0;
#endif
#if FIRST > 3
  W(i) = v + 3.0;
#endif
}

float loadAll(uint i, float v) {
  v = fma(X(i), v, 0.5);
#if FIRST > 1
  v += Y(i);
#endif
#if FIRST > 2
  v *= Z(i);
#endif
#if FIRST > 3
  v += W(i);
#endif
  return v;
}

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float v = src[g];
  storeAll(l, v);
  barrier();
  for (uint k = 0u; k < 256u; ++k) {
    uint i = (l + k) & 255u;
#ifdef STORES
    storeAll(i, v);
    barrier();
    v += X(l);
    barrier();
#else
    v = loadAll(i, v);
#endif
  }
  dst[g] = v;
}
