// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %s

// expected-no-diagnostics
// What was stored was counted, and the count bounds what is read.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer D { uint d[]; };
shared uint count;
shared uint ids[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  count = 0u;
  barrier();
  if (d[l] > 3u) {
    uint at = atomicAdd(count, 1u);
    if (at == 0u) ids[63u] = l;
  }
  barrier();
  uint sum = 0u;
  for (uint i = 0u; i < count; ++i)
    sum += ids[i];
  d[gl_GlobalInvocationID.x] = sum;
}
