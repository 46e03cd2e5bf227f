// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

// What lanes do whose index lies outside of an array is undefined: they do not count.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float tile[16][16];
shared float near[32][16];
shared float far[16];
void main() {
  uint l = gl_LocalInvocationIndex;
  // 16 lanes are inside, and conflict for two banks.
  // CHECK-LABEL: store shared 'tile'
  // CHECK: per request 8, ideal 1, ways 8
  // CHECK: assumed: lanes whose index lies outside of the array do not count
  // expected-remark@+1 {{store to 'tile' is an 8-way bank conflict: 8 wavefronts per request where 1 would do, 7 extra in each workgroup}}
  tile[l][0] = 1.0;
  // CHECK-LABEL: store shared 'near'
  // CHECK: per request 16, ideal 1, ways 16
  // CHECK-NOT: assumed
  // The one in the loop speaks for it.
  near[l][0] = 1.0;
  // CHECK-LABEL: store shared 'far'
  // CHECK-SAME: unknown (undefined: its index lies outside of the array)
  far[l * 32u + 16u] = 1.0;
  // In the last iteration no lane is inside.
  // CHECK-LABEL: store shared 'near'
  // CHECK: per request 16, ideal 1, ways 16
  // CHECK-NEXT: workgroup: requests 2, wavefronts 32, ideal 2
  // expected-remark@+2 {{store to 'near' is a 16-way bank conflict: 16 wavefronts per request where 1 would do, 30 extra in each workgroup}}
  for (uint k = 0u; k < 3u; ++k)
    near[l + (k >> 1u) * 32u][1] = 1.0;
  barrier();
  // CHECK-LABEL: load shared 'tile'
  dst[l] = tile[0][l & 15u] + near[0][l & 15u] + far[l & 15u];
}
