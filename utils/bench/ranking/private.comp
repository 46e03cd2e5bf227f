// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills a private array of LENGTH floats and reads it at indices of its own.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float values[LENGTH], first = src[i], sum = 0.0;
  for (uint k = 0u; k < LENGTH; ++k)
    values[k] = first * float(k);
  for (uint k = 0u; k < LENGTH; ++k)
    sum += values[(k * 7u + i) % LENGTH];
  dst[i] = sum;
}
