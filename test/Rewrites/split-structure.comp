// RUN: %wglint-opt --rewrite=split-structure %s | FileCheck %s
// CHECK: display-only: keeps the members of 'ps' that are used in arrays of their own
// CHECK: buffer ps_massBuffer { float ps_mass[]; };
// CHECK: memcpy(ps_mass + i * 4, ps + i * 48 + 32, 4);
// CHECK-NOT: +++
#version 450
layout(local_size_x = 64) in;
struct P { vec4 position; vec4 velocity; float mass; };
layout(std430, binding = 0) readonly buffer Ps { P ps[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  dst[g] = ps[g].mass;
}
