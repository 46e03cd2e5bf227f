// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/stored-words.comp
// RUN: %edit -e '/bodies.i..z/a bodies[i].w = 0.0;' -e 's/-warning/-remark/' %t/stored-words.comp > %t/stored-whole.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/stored-whole.comp

//--- stored-words.comp
// Three of four are stored as eight bytes and four, four without a conflict.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared vec4 bodies[64];
void main() {
  for (uint k = 0u; k < 64u; ++k) {
    uint i = (gl_LocalInvocationIndex + k) & 63u;
    // expected-warning@+1 {{store to 'bodies' is a 4-way bank conflict: 4 wavefronts per request where 1 would do [}}
    bodies[i].x = data[i];
    bodies[i].y = data[i + k];
    bodies[i].z = data[i + 64u];
  }
  data[gl_GlobalInvocationID.x] = bodies[0].w;
}
