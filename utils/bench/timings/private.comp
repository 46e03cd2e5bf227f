// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array of COUNT floats is filled in order and read with an index
// that differs from lane to lane.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float a[COUNT], x = src[i];
  for (uint k = 0u; k < COUNT; ++k)
    a[k] = x * float(k);
  float sum = 0.0;
  for (uint k = 0u; k < COUNT; ++k)
    sum += a[(3u * k + i % 13u) & (COUNT - 1u)];
  dst[i] = sum;
}
