// RUN: %wglint --verify --remarks --checks=redundant-barrier,uninitialized-shared-read -D'LATE=(k & 7u) == 7u' %s
// RUN: %wglint --verify --remarks --checks=redundant-barrier,uninitialized-shared-read -D'LATE=k > 9u' %s

// expected-no-diagnostics
// Only the first iterations are walked, and what later ones load is not seen.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
float neighbour(uint l) { return s[l ^ 1u]; }
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float sum = 0.0;
  s[l] = dst[g];
  barrier();
  for (uint k = 0u; k < n; ++k) {
    sum += s[l];
    if (LATE)
      sum += neighbour(l);
  }
  dst[g] = sum;
}
