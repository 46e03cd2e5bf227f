// RUN: %wglint --verify %s
// expected-no-diagnostics
#version 450
// Counts in shared memory first, then adds them to the buffer.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) buffer Out { uint bins[256]; };
uniform uint count;
shared uint local[256];
void main() {
  uint lid = gl_LocalInvocationIndex;
  local[lid] = 0u;
  barrier();
  for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * 256u)
    atomicAdd(local[src[i] & 255u], 1u);
  barrier();
  atomicAdd(bins[lid], local[lid]);
}
