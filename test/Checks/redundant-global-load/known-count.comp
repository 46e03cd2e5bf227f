// How many bodies there are may be known: from as many as it was measured for, it is what it is of an
// unknown number, in a workgroup of two subgroups as well.
//
// RUN: %wglint --verify --checks=redundant-global-load --assume=count=1024 --verify-ignore=note %s
// RUN: %wglint --checks=redundant-global-load --assume=count=256 --remarks %s | FileCheck --allow-empty --check-prefix=FEW %s
// FEW-NOT: redundant-global-load
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer P { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer O { vec4 o[]; };
uniform uint count;
void main() {
  vec4 own = bodies[gl_GlobalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < count; ++k)
    // expected-warning@+1 {{load from 'bodies' fetches each byte 60.3 times}}
    sum += bodies[k] - own;
  o[gl_GlobalInvocationID.x] = sum;
}
