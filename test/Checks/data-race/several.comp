// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// Of 64 there are others below 3.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint count; uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count)
    return;
  if (count == 3u) {
    // expected-warning@+4 {{data race: invocation 1 stores to byte 0 of 'dst', which invocation 0 stores to}}
    // expected-note@+3 {{assumed: count == 3, no subgroup straddles the bound}}
    // expected-note@+2 {{let one invocation store it}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    dst[0] = src[i];
    return;
  }
  dst[i] = src[i];
}
