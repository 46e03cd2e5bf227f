// Shared variables are copied to a storage block after main(), whatever way it ends.
// Narrow components and booleans take 32 bits there, wide ones 64.
//
// RUN: %wglint-opt --emit-runnable=dump %s > %t.comp
// RUN: FileCheck %s < %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp
// RUN: %wglint-opt --emit-runnable=dump %S/order.comp | FileCheck --check-prefix=NONE %s
// NONE-NOT: wglint_

#version 450
layout(local_size_x = 8, local_size_y = 2) in;
struct Pair { int key; bvec2 flags; mat2x3 m; };
shared float tile[4][3];
shared Pair pairs[2];
shared double total;
layout(std430, binding = 0) buffer Out { float o[]; };

// CHECK: layout(binding = 1, std430) writeonly buffer wglint_SharedDump
// CHECK: void wglint_main()
// CHECK: return;
// CHECK: void main()
// CHECK: wglint_main();
// CHECK-NEXT: memoryBarrierShared();
// CHECK-NEXT: barrier();
// CHECK: for (uint [[I:wglint_i[0-9]+]] = gl_LocalInvocationIndex; [[I]] < 4u; [[I]] += 16u)
// CHECK: floatBitsToUint(float(tile[
// CHECK: uint(pairs[{{.*}}].flags[1])
// CHECK: unpackDouble2x32(total).y

// CHECK: // shared dump at binding 1: 128 bytes a workgroup
// CHECK: // tile at 0: float32 [4 stride 12] [3 stride 4]
// CHECK: // pairs at 48: struct [2 stride 36]
// CHECK: // total at 120: float64

void main() {
  tile[gl_LocalInvocationID.x & 3u][1] = o[gl_GlobalInvocationID.x];
  pairs[0].m[1].z = 1.0;
  pairs[1].flags.x = o[0] > 1.0;
  total = 2.0;
  if (o[1] > 0.0)
    return;
  barrier();
  o[2] = tile[1][1];
}
