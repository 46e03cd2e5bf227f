// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race %s

// A load that only keeps needless updates from a minimum or a maximum.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Values { uint values[]; };
layout(binding = 1) buffer Bounds { uint least, most, wrong, early, taken, bin[4]; };
layout(binding = 2) buffer Counts { uint count; };

void main() {
  uint x = values[gl_GlobalInvocationID.x];
  uint group = gl_WorkGroupID.x & 3u;
  if (x < least)
    atomicMin(least, x); // expected-remark {{what is loaded only keeps needless updates away}}
  if (most < x)
    atomicMax(most, x); // expected-remark {{what is loaded only keeps needless updates away}}
  if (bin[group] > x)
    atomicMin(bin[group], x); // expected-remark {{what is loaded only keeps needless updates away}}
  // Which of them are updated depends on who is first.
  if (x > wrong)
    atomicMin(wrong, x); // expected-warning {{data race}}
  // So does what else is done.
  if (x < early) {
    atomicMin(early, x); // expected-warning {{data race}}
    atomicAdd(count, 1u);
  }
  // What is loaded is used besides.
  uint before = taken;
  if (x < before)
    atomicMin(taken, x); // expected-warning {{data race}}
  if (before == 7u)
    atomicAdd(count, 1u);
}
