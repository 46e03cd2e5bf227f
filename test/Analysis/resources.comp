// What a shader takes of a device: storage blocks, shared variables and room on
// a compute unit.
//
// RUN: %wglint-opt --print=resources %s | FileCheck %s
// RUN: %wglint-opt --print=resources --target=nvidia-ampere %s \
// RUN:   | FileCheck %s --check-prefix=AMPERE
// RUN: %wglint-opt --print=resources --target=adreno %s \
// RUN:   | FileCheck %s --check-prefix=ADRENO
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { float a[]; };
layout(std430, binding = 1) buffer Out { float b[]; };
layout(std430, binding = 1) coherent buffer Alias { float c[]; };
layout(std430, binding = 2) buffer Several { float d[]; } several[3];
// CHECK: storage block 'In' set 0 binding 0, read{{$}}
// CHECK: storage block 'Out' set 0 binding 1, written{{$}}
// CHECK: storage block 'Alias' set 0 binding 1, unused, may alias
// CHECK: storage block 'Several' set 0 binding 2, array of 3, read

shared vec3 tile[2048];
// Only a function names it that nothing calls.
shared float lost[16];
void neverCalled() { lost[0] = 1.0; }
// CHECK: shared 'tile': 32768 bytes, 8192 of them padding
// CHECK: shared 'lost': 64 bytes, unused

// 228 KiB hold six times 32768 + 64 + 1024 bytes; 100 KiB hold three.
// CHECK: occupancy on nvidia-hopper/32 (sm_90): 6 workgroups, 24 of 64 subgroups, limited by shared memory
// AMPERE: occupancy on nvidia-ampere/32 (sm_80): 4 workgroups, 16 of 64 subgroups, limited by shared memory
// AMPERE: occupancy on nvidia-ampere/32 (sm_86): 3 workgroups, 12 of 48 subgroups, limited by shared memory
// Nothing of its compute units is documented.
// ADRENO-NOT: occupancy

void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  tile[l] = vec3(a[i]);
  barrier();
  b[i] = tile[l ^ 1u].y + several[1].d[0];
}
