// RUN: %wglint --verify --remarks --checks=divergent-barrier,uninitialized-shared-read %s

// expected-no-diagnostics
// Two invocations are known to make more iterations than are looked at one by
// one. They come to the barrier like the others.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  uint end = i < 2u ? 8u : data[i];
  uint sum = 0u;
  for (uint k = 0u; k < end; ++k)
    sum += data[64u + k];
  tile[i] = sum;
  barrier();
  data[i] = tile[63u - i];
}
