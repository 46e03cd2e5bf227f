// Shared variables and atomics.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s
// RUN: %wglint-opt --print=accesses --target=mali-valhall %s | FileCheck --check-prefix=NONE %s
// RUN: %wglint-opt --print=declarations --target=nvidia-hopper %s | FileCheck --check-prefix=SIZES %s

#version 450
layout(local_size_x = 32) in;
struct Pair { float a; float b; };
shared Pair pairs[32];
shared float tile[32][32];
shared float padded[32][33];
shared vec4 wide[32];
shared uint counters[32];
layout(std430, binding = 0) buffer A { uint bins[]; };
uniform uint n;

void main() {
  uint i = gl_LocalInvocationID.x;
  // NONE-LABEL: store shared 'pairs.a'
  // NONE-SAME: unknown
  // SIZES: has a barrier
  // SIZES-DAG: shared 'pairs'[32]: 256 bytes
  // SIZES-DAG: shared 'tile'[32][32]: 4096 bytes
  // SIZES-DAG: shared 'padded'[32][33]: 4224 bytes
  // SIZES-DAG: shared 'wide'[32]: 512 bytes

  // Banks 0, 2, 4, ...: two words each.
  pairs[i].a = 0.0;
  // CHECK-LABEL: store shared 'pairs.a' 4 bytes: assumed
  // CHECK-NEXT: lane stride: 8 bytes
  // CHECK-NEXT: per request 2, ideal 1, ways 2
  // CHECK-NEXT: workgroup: requests 1, wavefronts 2, ideal 1
  // CHECK-NEXT: assumed: shared structures are laid out by the rules of std430

  tile[i][0] = 0.0;
  // CHECK-LABEL: store shared 'tile'
  // CHECK-NEXT: lane stride: 128 bytes
  // CHECK-NEXT: per request 32, ideal 1, ways 32
  padded[i][0] = 0.0;
  // CHECK-LABEL: store shared 'padded'
  // CHECK: per request 1, ideal 1, ways 1

  // Groups of 8 lanes, without a conflict in any.
  wide[i] = vec4(0.0);
  // CHECK-LABEL: store shared 'wide' 16 bytes
  // CHECK: per request 4, ideal 4, ways 1
  barrier();

  // One word for all.
  float x = tile[0][0];
  // CHECK-LABEL: load shared 'tile'
  // CHECK-NEXT: one address for a subgroup
  // CHECK-NEXT: per request 1, ideal 1, ways 1

  // A uniform offset moves all lanes by whole words, which changes no conflict.
  x += tile[n][i];
  // CHECK-LABEL: load shared 'tile'
  // CHECK-SAME: exact
  // CHECK: per request 1, ideal 1, ways 1

  // What shared atomics cost is not documented: bounded by one wavefront for each lane.
  atomicAdd(counters[0], 1u);
  // CHECK-LABEL: atomic shared 'counters'
  // CHECK-SAME: bounded
  // CHECK: per request 1..32, ideal 1

  // Those of global memory touch sectors as others do.
  atomicAdd(bins[i], uint(x));
  // CHECK-LABEL: atomic global 'bins'
  // CHECK: per request 4, ideal 4
}
