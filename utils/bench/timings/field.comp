// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies one float of each structure of 16, or an array of those floats alone.
#version 450
layout(local_size_x = 256) in;
#if STRUCTURES
struct Item { float first; float rest[15]; };
layout(std430, binding = 0) readonly buffer Src { Item src[]; };
layout(std430, binding = 1) buffer Dst { Item dst[]; };
#define FIRST(items, i) items[i].first
#else
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
#define FIRST(items, i) items[i]
#endif
void main() {
  uint i = gl_GlobalInvocationID.x;
  FIRST(dst, i) = FIRST(src, i) * 2.0;
}
