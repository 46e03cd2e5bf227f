// What is loaded from one place of a buffer that the shader only reads is one
// number for the dispatch: elements that it picks are the same for all.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,divergent-barrier -D'HEAD=restrict buffer' %t/race.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,divergent-barrier -D'HEAD=readonly buffer' %t/race.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/race.comp > %t/silent.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,divergent-barrier -D'HEAD=coherent buffer' %t/silent.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,divergent-barrier -D'HEAD=buffer' -D'CHANGE=if (l == 9u) count = 5u;' %t/silent.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,divergent-barrier -D'HEAD=buffer' -D'CHANGE=atomicAdd(count, 1u);' %t/silent.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'HEAD=buffer' -D'CHANGE=elements[l] = 0u;' %t/race.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,divergent-barrier -D'HEAD=buffer' -D'OTHER=layout(std430, binding = 0) buffer Q { uint same[]; };' -D'CHANGE=if (l == 9u) same[0] = 5u;' %t/silent.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/barrier.comp

//--- race.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) HEAD P { uint count; uint elements[]; };
layout(std430, binding = 1) writeonly buffer O { uint o[]; };
shared uint sums[64];
#ifdef OTHER
OTHER // as the first one
#endif
#ifndef CHANGE
#define CHANGE
#endif
void main() {
  uint l = gl_LocalInvocationIndex, last = count - 1u;
  sums[l] = l * l;
  barrier();
  uint total = sums[last];
  CHANGE
  // expected-warning@+1 {{data race: invocation 0 stores to byte -4 + 4 * count of 'sums', which invocation 63 loads with no barrier in between [data-race]}}
  if (l == 0u) sums[last] = 0u;
  barrier();
  o[gl_GlobalInvocationID.x] = sums[l] + total;
}

//--- barrier.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer P { uint mode; uint elements[]; };
shared uint sums[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  sums[l] = elements[l];
  if (mode == 1u) {
    barrier();
    elements[l] = sums[l ^ 1u];
  }
}
