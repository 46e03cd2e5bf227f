// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/words.comp
// RUN: %edit -e 's/bodies.i..y/bodies[i].y * bodies[i].w/' -e 's/-warning/-remark/' -e 's/[.]w;/.z;/' %t/words.comp > %t/three-words.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/three-words.comp
// RUN: %edit -e 's/bodies.i..y/bodies[i ^ 1u].y/' -e 's/(the second)/expected-warning@+1 {{bodies.y}}/' -e 's/would do .}/would do, 384 extra in each workgroup [}/' %t/words.comp > %t/other-words.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/other-words.comp
// RUN: %edit -e 's/sum += .*/sum += bodies[i].x; if (data[k] > 0.0) sum += bodies[i].y;/' -e 's/would do .}/would do, 384 extra in each workgroup [}/' %t/words.comp > %t/branch-words.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/branch-words.comp

//--- words.comp
// Words of one structure that each lane takes one by one go as one request: two of four
// as one of eight bytes with a conflict, whose count is not said.
#version 450
layout(local_size_x = 64) in;
struct Body { float x, y, z, mass; };
layout(std430, binding = 0) buffer Data { float data[]; };
shared Body bodies[64];
void main() {
  float sum = 0.0;
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (gl_LocalInvocationIndex + k) & 63u;
    // expected-warning@+2 {{load from 'bodies.x' is a 4-way bank conflict: 4 wavefronts per request where 1 would do [}}
    // (the second)
    sum += bodies[i].x * bodies[i].y;
  }
  data[gl_GlobalInvocationID.x] = sum;
}
