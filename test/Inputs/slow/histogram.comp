// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics on a small table in a buffer.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { uint values[]; };
layout(std430, binding = 1) buffer Bins { uint bins[256]; };
uniform uint count;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < count)
    atomicAdd(bins[values[i] % 256u], 1u);
}
