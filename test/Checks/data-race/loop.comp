// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// The next iteration stores while this one loads; the number of iterations is not known.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint t = 0u; t < n; ++t) {
    s[l] = src[t * 64u + l]; // expected-note {{invocation 0 stores to it here}}
    barrier();
    // expected-warning@+2 {{data race: invocation 63 loads byte 0 of 's', which invocation 0 stores to with no barrier in between}}
    // expected-note@+1 {{a barrier() between the two}}
    sum += s[(l + 1u) & 63u];
  }
  dst[g] = sum;
}
