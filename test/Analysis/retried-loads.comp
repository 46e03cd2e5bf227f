// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race %t/pop.comp | FileCheck %s --check-prefix=RETRIED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race %t/sum.comp | FileCheck %s --check-prefix=RETRIED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race %t/most.comp | FileCheck %s --check-prefix=RETRIED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=0 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=1 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=2 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=3 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=4 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=5 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=6 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=7 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %wglint --remarks --fail-on=never --output-format=concise --checks=same-value-race,data-race,workgroup-race -DWAY=8 %t/used.comp | FileCheck %s --check-prefix=USED --implicit-check-not=remark: --implicit-check-not=warning:

// Loads whose values a swap of the same place checks, and what is no such load.

// RETRIED: remark: {{.*}} 'place', {{.*}}: what is loaded is swapped only if it is still there, and loaded again if not [same-value-race]

// USED: warning: data race: {{.*}} 'place',

// A stack that is popped.
//--- pop.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Slots { uint place; uint free[]; };
layout(std430, binding = 1) buffer Out { uint taken[]; };
bool pop(out uint one) {
  for (;;) {
    uint old = place;
    if (old == 0u)
      return false;
    if (atomicCompSwap(place, old, old - 1u) == old) {
      one = free[old - 1u];
      return true;
    }
  }
}
void main() {
  uint one = 0u;
  if (pop(one))
    taken[gl_GlobalInvocationID.x] = one;
}

// A sum of floats, of which each load but the first is the swap's.
//--- sum.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint before[]; };
shared uint place[4];
void main() {
  uint i = gl_LocalInvocationIndex;
  if (i < 4u)
    place[i] = 0u;
  barrier();
  uint old = place[i & 3u], assumed;
  do {
    assumed = old;
    float next = uintBitsToFloat(assumed) + 1.0;
    old = atomicCompSwap(place[i & 3u], assumed, floatBitsToUint(next));
  } while (assumed != old);
  before[gl_GlobalInvocationID.x] = old;
}

// A maximum.
//--- most.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer In { float values[]; };
layout(std430, binding = 1) buffer Most { uint place; };
void main() {
  float value = values[gl_GlobalInvocationID.x];
  uint seen = place;
  while (uintBitsToFloat(seen) < value) {
    uint there = atomicCompSwap(place, seen, floatBitsToUint(value));
    if (there == seen)
      break;
    seen = there;
  }
}

// Not repeated; used where the swap has failed; used before it; of another
// place; deciding what is done besides; added up; the first of them; not
// what is compared; and left after some attempts.
//--- used.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint taken[]; };
shared uint place, another;
void main() {
  uint i = gl_LocalInvocationIndex;
  if (i == 0u)
    place = another = 0u;
  barrier();
  uint sum = 0u;
#if WAY == 0
  uint old = place;
  if (atomicCompSwap(place, old, old + 1u) == old)
    sum = old;
#elif WAY == 1
  for (;;) {
    uint old = place;
    if (atomicCompSwap(place, old, old + 1u) == old)
      break;
    sum = old;
  }
#elif WAY == 2
  for (;;) {
    uint old = place;
    taken[i + 64u] = old;
    if (atomicCompSwap(place, old, old + 1u) == old)
      break;
  }
#elif WAY == 3
  atomicAdd(place, 1u);
  for (;;) {
    uint old = place;
    if (atomicCompSwap(another, old, old + 1u) == old)
      break;
  }
#elif WAY == 4
  for (;;) {
    uint old = place;
    if (old > 5u)
      ++sum;
    if (atomicCompSwap(place, old, old + 1u) == old)
      break;
  }
#elif WAY == 5
  for (;;) {
    uint old = place;
    sum += old;
    if (atomicCompSwap(place, old, old + 1u) == old)
      break;
  }
#elif WAY == 6
  uint old = place, first = old, assumed;
  do {
    assumed = old;
    old = atomicCompSwap(place, assumed, assumed + 1u);
  } while (assumed != old);
  sum = first;
#elif WAY == 7
  for (;;) {
    uint old = place;
    if (atomicCompSwap(place, 0u, old + 1u) == 0u)
      break;
  }
#else
  for (int k = 0; k < 9; ++k) {
    uint old = place;
    if (atomicCompSwap(place, old, old + 1u) == old)
      break;
  }
#endif
  taken[i] = sum;
}
