// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -D'COUNT=for (uint i = 0u; i < 16u; ++i) if (x[g * 16u + i] > 0.5) hits++' %t/counted.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -D'COUNT=for (uint i = 0u; i < n; ++i) if (x[g * n + i] > 0.5) hits++' %t/counted.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -D'COUNT=if (x[g] > 0.5) hits = 7u' %t/counted.comp
// RUN: %edit -e 's/expected-error.*/expected-no-diagnostics/' %t/counted.comp > %t/near-miss.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -D'COUNT=for (uint i = 0u; i < 4u; ++i) if (x[g * 16u + i] > 0.5) hits++' %t/near-miss.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -D'COUNT=for (uint i = 0u; i < 16u; ++i) if (x[i] > 0.5) hits++' %t/near-miss.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -D'COUNT=hits = 5u; if (x[g] > 0.5) hits = 7u' %t/near-miss.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -D'COUNT=if (n == 1u) { if (x[g] > 0.5) hits = 7u; } if (n == 1u) return' %t/near-miss.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier -D'COUNT=if (x[g] > 0.5) hits = 7u; if (atomicAdd(last, 1u) == n) hits = 8u' %t/near-miss.comp

//--- counted.comp
// What each invocation has counted of its own data decides as the data would.
// It does not where no count, or each, is above the bound, where all count the
// same, where that was under a mode that has returned, and behind an atomic.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(std430, binding = 2) buffer Last { uint last; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x, hits = 0u;
  COUNT;
  s[l] = float(l);
  if (hits > 4u) {
    // expected-error@+1 {{data decides for each invocation whether it reaches this barrier (loaded from 'x')}}
    barrier();
    dst[g] = s[63u - l];
  }
}
