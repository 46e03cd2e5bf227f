// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One float of a structure of 16, or of its own array.
#version 450
layout(local_size_x = 256) in;
#if STRUCTURES
struct Item { float first; float rest[15]; };
layout(std430, binding = 0) readonly buffer Src { Item src[]; };
#define FIRST(i) src[i].first
#else
layout(std430, binding = 0) readonly buffer Src { float src[]; };
#define FIRST(i) src[i]
#endif
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = FIRST(i) * 2.0;
}
