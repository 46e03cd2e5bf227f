// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read,redundant-barrier %s

// expected-no-diagnostics
// The last element alone gets past `i < n - 1u`: it may be what was stored.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
uniform uint n;
shared uint count, found[64];
void main() {
  count = 0u;
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < n; i += 64u) {
    if (i < n - 1u)
      continue;
    uint at = atomicAdd(count, 1u);
    if (at < 64u)
      found[at] = i;
  }
  barrier();
  uint sum = 0u;
  for (uint k = 0u; k < count; ++k)
    sum += found[k];
  b[gl_GlobalInvocationID.x] = sum;
}

// Data says which of them is counted, but nothing sets any.
