// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies through shared memory, of which BYTES are declared.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[BYTES / 4];
void main() {
  uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
  s[l] = src[i];
  barrier();
  dst[i] = s[127u - l];
}
