// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %s

// 16 bytes for each lane need four wavefronts; those are no conflict.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { vec4 dst[]; };
shared vec4 s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l + 64u] = vec4(1.0);
  // expected-remark@+3 {{store to 's' is a 2-way bank conflict: 8 wavefronts per request where 4 would do, 8 extra in each workgroup}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{pad the array}}
  s[l * 2u] = vec4(0.0);
  barrier();
  dst[l] = s[63u - l];
}
