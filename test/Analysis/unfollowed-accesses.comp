// What is accessed without its bytes being known is no access that is not
// there: no barrier beside it is redundant.
// RUN: %wglint --remarks --checks=redundant-barrier,unknown-access -DLENGTH=4096 %s | count 0
// RUN: %wglint --remarks --checks=redundant-barrier,unknown-access -DLENGTH=4097 %s | FileCheck %s
// CHECK-NOT: redundant
// CHECK: [[#@LINE + 11]]:{{.*}}: remark: cost of the load from 'tile' is not known: too many elements at once
// CHECK-NOT: redundant
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float tile[LENGTH];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = l; i < LENGTH; i += 128u)
    tile[i] = float(i);
  barrier();
  float copy[LENGTH] = tile;
  dst[gl_GlobalInvocationID.x] = copy[(l * 7u + 3u) % LENGTH];
}
