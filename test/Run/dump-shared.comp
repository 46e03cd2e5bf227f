// Shared variables are printed as they are when all invocations of the first workgroup
// have ended, although some leave main() early; wider types keep their values.
//
// RUN: %wglint-run --device=llvmpipe --dump-shared --workgroups=3 %s | FileCheck %s
// RUN: %wglint-run --device=llvmpipe --workgroups=3 %s | FileCheck %s --check-prefix=PLAIN
//
// CHECK-DAG: shared 'reversed' of workgroup 0 0 0: 7 6 5 4 3 2 1 0
// CHECK-DAG: shared 'pairs' of workgroup 0 0 0: 0 0.5 1 1.5 2 2.5 3 3.5
// CHECK-DAG: shared 'flag' of workgroup 0 0 0: true
// CHECK-DAG: shared 'many' of workgroup 0 0 0: 0 1 2 {{.*}} 63 ...{{$}}
// PLAIN-NOT: shared '
#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer O { uint o[]; };
struct Pair { uint i; float f; };
shared uint reversed[8];
shared Pair pairs[4];
shared bool flag;
shared uint many[65];

void main() {
  uint l = gl_LocalInvocationID.x;
  reversed[7u - l] = l + 100u * gl_WorkGroupID.x;
  for (uint i = l; i < 65u; i += 8u)
    many[i] = i;
  if (l == 0u)
    flag = gl_WorkGroupID.x == 0u;
  barrier();
  o[gl_GlobalInvocationID.x] = reversed[l] + many[64];
  if (l >= 4u)
    return;
  pairs[l] = Pair(l, float(l) + 0.5);
}
