// A bound of data that keeps all invocations away where it is what lets them return: `id < count` with a
// count of 0 parts nobody.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=-*,divergent-barrier %t/queue.comp
// So it is in a loop of too many rounds to be followed.
// RUN: %edit 's/for (;;)/for (uint k = 0u; k < 100000u; ++k)/' %t/queue.comp > %t/rounds.comp
// RUN: %wglint --verify --checks=-*,divergent-barrier %t/rounds.comp
// RUN: %edit -e 's/count == 0u/count == 3u/' -e '/no-diagnostics/d' -e 's,// bound,// expected-error {{a bound keeps some invocations}},' %t/queue.comp > %t/three.comp
// RUN: %wglint --verify --verify-ignore=note --checks=-*,divergent-barrier %t/three.comp

//--- queue.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Queue { uint first, last; uint items[]; };
layout(std430, binding = 1) writeonly buffer Data { uint data[]; };
shared uint taken, base;
void main() {
  uint lane = gl_LocalInvocationIndex;
  for (;;) {
    if (lane == 0u) {
      taken = min(last - first, 128u);
      base = atomicAdd(first, taken);
    }
    barrier(); // bound
    uint count = taken, begin = base;
    barrier();
    if (lane >= count) {
      if (count == 0u) return;
      continue;
    }
    data[begin + lane] = items[begin + lane];
  }
}
