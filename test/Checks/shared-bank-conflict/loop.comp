// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %s

// Interleaved reduction: 2-, 4-, 8-way and back, as an H200 counts it (47 wavefronts
// for each of the three accesses); one finding speaks for all three.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = float(l);
  barrier();
  for (uint d = 1u; d < 256u; d *= 2u) {
    uint i = 2u * d * l;
    // expected-warning@+5 {{load from 's' is a 1- to 8-way bank conflict: 1 to 8 wavefronts per request where 1 would do, 35 extra in each workgroup}}
    // expected-note@+4 {{counted for NVIDIA Ampere (32 lanes)}}
    // expected-note@+3 {{pad the array}}
    // expected-note@+2 {{load from 's' conflicts alike}}
    // expected-note@+1 {{store to 's' conflicts alike}}
    if (i < 256u) s[i] += s[i + d];
    barrier();
  }
  // Only some of its requests conflict, and they less than double the total. An element left out behind
  // each row, of any length, leaves them two ways.
  for (uint h = 8u; h < 256u; h *= 2u) {
    // expected-remark@+3 {{store to 's' is a 1- to 2-way bank conflict}}
    // expected-note@+2 {{counted for}}
    // expected-note@+1 {{place its elements in another order}}
    if (l < 128u) s[(l / h) * h * 2u + l % h] = 0.0;
    barrier();
  }
  dst[l] = s[l];
}
