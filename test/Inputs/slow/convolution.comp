// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter of a length that the host chooses; all lanes read the same weight.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Signal { float signal[]; };
layout(std430, binding = 1) readonly buffer Weights { float weights[]; };
layout(std430, binding = 2) writeonly buffer Dst { float dst[]; };
uniform uint length, taps;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i + taps > length)
    return;
  float sum = 0.0;
  for (uint k = 0u; k < taps; ++k)
    sum += weights[k] * signal[i + k];
  dst[i] = sum;
}
