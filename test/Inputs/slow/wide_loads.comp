// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four scalars that lie side by side, one after the other.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  float low = min(src[4u * i], src[4u * i + 1u]);
  float high = max(src[4u * i + 2u], src[4u * i + 3u]);
  dst[i] = high - low;
}
