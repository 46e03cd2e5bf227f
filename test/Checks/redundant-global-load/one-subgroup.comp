// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load -DSIZE=32 %t/one-subgroup.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/one-subgroup.comp > %t/less.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load -DSIZE=31 %t/less.comp

//--- one-subgroup.comp
// Pairs pay in a workgroup of one subgroup as well.
#version 450
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer P { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer O { vec4 o[]; };
uniform uint count;
void main() {
  vec4 own = bodies[gl_GlobalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < count; ++k)
    // expected-warning@+2 {{load from 'bodies' fetches each byte 32.0 times}}
    // expected-note@+1 {{stage-reuse}}
    sum += bodies[k] - own;
  o[gl_GlobalInvocationID.x] = sum;
}
