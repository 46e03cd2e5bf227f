// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-tree-reduction -D'WORK=float other = s[l ^ d]; barrier(); s[l] += other;' %t/carried.comp

// Pairs are exchanged: both results are wanted. What is stored is the sum of
// two neighbours, not of what is there and another.
// RUN: %edit 's/expected-.*/expected-no-diagnostics/' %t/carried.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=shared-tree-reduction -D'WORK=float a = s[l], b = s[l ^ d]; barrier(); s[l] = (l & d) == 0u ? a + b : b - a;' %t/none.comp
// RUN: %wglint --verify --remarks --checks=shared-tree-reduction -D'WORK=if (l < d) { float a = s[l], b = s[l + d]; s[l] = min(a, b); s[l + d] = max(a, b); }' %t/none.comp
// RUN: %wglint --verify --remarks --checks=shared-tree-reduction -D'WORK=if (l < d) { float a = s[l]; s[l] = s[l + d]; s[l + d] += a; }' %t/none.comp
// RUN: %wglint --verify --remarks --checks=shared-tree-reduction -D'WORK=float a = s[(l + 1u) & 255u], b = s[(l + 255u) & 255u]; barrier(); s[l] = a + b;' %t/none.comp

//--- carried.comp
// What is added comes through a variable, over a barrier.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = data[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 128u; d > 0u; d /= 2u) {
    // expected-remark@+1 {{in 's' goes through shared memory and a barrier}}
    WORK
    barrier();
  }
  data[gl_GlobalInvocationID.x] = s[l];
}
