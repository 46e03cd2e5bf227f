// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race %s
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race -DLAST=uint(16u*0.8) %s
// RUN: not %wglint --checks=data-race -DIS_FULL=false %s | FileCheck %s
// Without a test of the slot, or with one that is no limit, nobody is kept out.
// RUN: not %wglint --checks=data-race '-DIS_FULL=slot > 0u' %s | FileCheck %s
// A variable that is stored to itself: there was no end to it.
// RUN: not %wglint --checks=data-race '-DIS_FULL=(slot = slot) == 3u' %s | FileCheck %s
// CHECK: warning: data race: invocation 0 atomically changes byte 0 of 'slots', which invocation 63 loads
// CHECK: note: test what the atomic returns: others may count on between the load and the atomic
// CHECK-NOT: insert-barrier

// A load that only keeps needless updates from a minimum or a maximum.
#version 450
#ifndef LAST
#define LAST 16u // a soft limit may be less
#endif
#ifndef IS_FULL
#define IS_FULL slot >= 16u
#endif
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Values { uint values[]; };
layout(binding = 1) buffer Bounds { uint least, most, wrong, early, taken, bin[4]; };
layout(binding = 2) buffer Counts { uint count; };
shared uint slots, list[16], largest;

void main() {
  uint x = values[gl_GlobalInvocationID.x];
  uint group = gl_WorkGroupID.x & 3u;
  if (gl_LocalInvocationIndex == 0u)
    largest = 0u;
  barrier();
  if (x < least)
    atomicMin(least, x); // expected-remark {{what is loaded only keeps needless updates away}}
  if (most < x)
    atomicMax(most, x); // expected-remark {{what is loaded only keeps needless updates away}}
  if (bin[group] > x)
    atomicMin(bin[group], x); // expected-remark {{what is loaded only keeps needless updates away}}
  if (x > largest)
    atomicMax(largest, x); // expected-remark {{what is loaded only keeps needless updates away}}
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
  if (gl_LocalInvocationIndex == 0u)
    slots = 0u;
  barrier();
  // Who is let in by a count that is out of date is kept out by the slot.
  for (uint k = 0u; k < 4u && slots < LAST; ++k)
    if (values[k * 64u + gl_LocalInvocationIndex] > 5u) {
      uint slot = atomicAdd(slots, 1u); // expected-remark {{what is loaded only keeps needless updates away}}
      if (IS_FULL)
        break;
      list[slot & 15u] = k;
    }
  barrier();
  atomicAdd(count, list[gl_LocalInvocationIndex & 15u]);
}
