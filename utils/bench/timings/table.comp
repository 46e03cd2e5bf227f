// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant table of COUNT floats (a power of two, at most 256) that data picks from, as
// a quantized block picks its values: in the shader's text (PLACE 0), copied to shared
// memory by each workgroup (1), or in a uniform block (2). Each word that is loaded
// picks STEPS elements; with UNIFORM defined all lanes pick the same ones.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
#if PLACE == 2
layout(std140, binding = 2) uniform Table { vec4 rows[COUNT]; };
#else
#define F4(i) float(((i) + 1) * 7 % 13), float(((i) + 2) * 5 % 11), float(((i) + 3) * 3 % 17), float(((i) + 4) % 19)
#define F16(i) F4(i), F4(i + 4), F4(i + 8), F4(i + 12)
#define F64(i) F16(i), F16(i + 16), F16(i + 32), F16(i + 48)
#if COUNT == 2
const float values[2] = float[2](1.0, 7.0);
#elif COUNT == 4
const float values[4] = float[4](F4(0));
#elif COUNT == 8
const float values[8] = float[8](F4(0), F4(4));
#elif COUNT == 16
const float values[16] = float[16](F16(0));
#elif COUNT == 32
const float values[32] = float[32](F16(0), F16(16));
#elif COUNT == 64
const float values[64] = float[64](F64(0));
#else
const float values[256] = float[256](F64(0), F64(64), F64(128), F64(192));
#endif
#endif
#if PLACE == 1
shared float copied[COUNT];
#endif

float valueAt(uint i) {
#if PLACE == 0
  return values[i];
#elif PLACE == 1
  return copied[i];
#else
  return rows[i].x;
#endif
}

void main() {
#if PLACE == 1
  if (gl_LocalInvocationID.x < COUNT)
    copied[gl_LocalInvocationID.x] = values[gl_LocalInvocationID.x];
  barrier();
#endif
  uint i = gl_GlobalInvocationID.x;
#ifdef UNIFORM
  uint word = src[gl_WorkGroupID.x];
#else
  uint word = src[i];
#endif
  float sum = 0.0;
  for (uint k = 0u; k < STEPS; ++k) {
    sum += valueAt(word & (COUNT - 1u));
    word = word * 1664525u + 1013904223u >> 3u;
  }
  dst[i] = sum;
}
