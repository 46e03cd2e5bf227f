// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'COUNTS=values[g] > 0.5' %t/counter.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -D'COUNTS=keys[g] != 0u' %t/counter.comp
// RUN: not %wglint --checks=data-race -D'COUNTS=values[g] > 0.5' %t/counter.comp | FileCheck %t/counter.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/counter.comp > %t/picked.comp
// RUN: %wglint --verify --remarks --checks=data-race -D'COUNTS=keys[0] == g' %t/picked.comp
// RUN: %wglint --verify --remarks --checks=data-race -D'COUNTS=keys[g] == target' %t/picked.comp
// RUN: %wglint --verify --remarks --checks=data-race -D'COUNTS=keys[g] == gl_LocalInvocationIndex + 3u' %t/picked.comp
// RUN: %edit 's/= slot + 1u/= 1u/' %t/picked.comp > %t/set.comp
// RUN: %edit 's/= slot + 1u/= slot | 1u/' %t/picked.comp > %t/flag.comp
// RUN: %wglint --verify --remarks --checks=data-race -D'COUNTS=values[g] > 0.5' %t/flag.comp
// RUN: %wglint --verify --remarks --checks=data-race -D'COUNTS=values[g] > 0.5' %t/set.comp
// RUN: %wglint --verify --remarks --checks=data-race %t/left.comp

//--- left.comp
// expected-no-diagnostics
// Two conditions met in one, of which nothing is known.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Values { float values[]; };
layout(std430, binding = 2) buffer Count { uint count; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  if (values[g] > 0.5) {
    if (values[g + 1u] > 2.0)
      return;
  }
  count++;
}

//--- counter.comp
// What data lets invocations add to is counted by several of them. What it lets them set may be the
// choice of one, and so is what has to be equal to something, a key or a rank.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Values { float values[]; };
layout(std430, binding = 1) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 2) buffer Count { uint count; };
layout(std430, binding = 3) writeonly buffer List { uint list[]; };
uniform uint target;
void main() {
  uint g = gl_GlobalInvocationID.x;
  if (COUNTS) {
    uint slot = count;
    // CHECK: data race: invocation 0 stores to byte 0 of 'count', which invocation 63 loads
    // CHECK: note: {{.*}}an atomic keeps the updates apart
    // CHECK-NOT: insert-barrier
    // expected-warning@+1 {{data race}}
    count = slot + 1u;
    list[slot] = g;
  }
}
