// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=interleaved-reduction -D'AFTER=' %t/called.comp
// Outside of the loop it is no step of one.
// RUN: %edit 's/expected-.*/expected-no-diagnostics/' %t/called.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=interleaved-reduction,shared-tree-reduction -D'AFTER=add(l, l ^ 1u);' %t/none.comp

//--- called.comp
// The step is in a function, and the barrier in another.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { uint src[]; };
layout(std430, binding = 1) writeonly buffer Out { uint sums[]; };
shared uint s[256];
void add(uint to, uint from) {
  // expected-warning@+1 {{reduction in 's' works in 16 of 32 lanes}}
  s[to] += s[from];
}
void addPair(uint l, uint d) {
  if (l % (2u * d) == 0u)
    add(l, l + d);
}
void wait() {
  memoryBarrierShared();
  barrier();
}
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  wait();
  for (uint d = 1u; d < 256u; d *= 2u) {
    addPair(l, d);
    wait();
  }
  AFTER
  if (l == 0u)
    sums[gl_WorkGroupID.x] = s[0];
}
