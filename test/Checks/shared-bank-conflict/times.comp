// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s

// 33 extra wavefronts for each of the two subgroups, and 32.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[128];
shared float t[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = t[l] = 1.0;
  s[l + 64u] = t[l + 64u] = 1.0;
  barrier();
  float sum = 0.0;
  for (uint k = 0u; k < 33u; k++)
    // expected-warning@+1 {{load from 's' is a 2-way bank conflict: 2 wavefronts per request where 1 would do, 66 extra in each workgroup}}
    sum += s[(l * 2u + k) & 127u];
  for (uint k = 0u; k < 32u; k++)
    // expected-remark@+1 {{load from 't' is a 2-way bank conflict: 2 wavefronts per request where 1 would do, 64 extra in each workgroup}}
    sum += t[(l * 2u + k) & 127u];
  dst[l] = sum + s[l * 2u]; // NOLINT(shared-bank-conflict)
}
