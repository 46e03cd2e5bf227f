// Reads of what nothing has written whose values only go to shared memory: they are told
// of where somebody uses what is there, at the read that it began with.

// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uninitialized-shared-read -DFIRST=15u %t/scan.comp
// RUN: sed 's/^\/\/ expected-no-diagnostics//' %t/scan.comp > %t/used.comp
// RUN: not %wglint --output-format=concise --checks=uninitialized-shared-read -DFIRST=17u %t/used.comp | FileCheck %s --implicit-check-not=warning:
// CHECK: used.comp:17:{{.*}}: warning: invocation 8 loads byte 128 of 'sums', which nothing has stored to
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uninitialized-shared-read %t/counters.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uninitialized-shared-read %t/overwritten.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %t/branch.comp

// The right third takes what lies behind the end.
//--- scan.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint sums[48];
void main() {
  uint i = gl_LocalInvocationIndex;
  sums[i] = 0u;
  sums[i + 16u] = data[i];
  barrier();
  uint odd = 2u * i + 17u;
  for (uint step = 1u; step < 16u; step *= 2u) {
    uint other = sums[odd - step];
    sums[odd] += other;
    barrier();
  }
  sums[odd - 1u] += sums[odd - 2u];
  barrier();
  data[i] = sums[FIRST + i];
}

//--- counters.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint counted, forgotten;
void main() {
  uint i = gl_LocalInvocationIndex;
  if (i == 0u) {
    // expected-warning@+1 {{invocation 0 loads byte 0 of 'counted', which nothing has stored to}}
    counted += 3u;
    // Nobody asks for this one.
    forgotten += 3u;
  }
  barrier();
  data[i] = counted;
}

// What was there is gone when it is used.
//--- overwritten.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint sums[32];
void main() {
  uint i = gl_LocalInvocationIndex;
  sums[i] = sums[i + 16u];
  barrier();
  sums[i] = data[i];
  barrier();
  data[i] = sums[15u - i];
}

// It is used right there, and once more: one finding for one variable.
//--- branch.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint sums[33];
void main() {
  uint i = gl_LocalInvocationIndex;
  sums[i] = data[i];
  barrier();
  // expected-warning@+2 {{invocation 0 loads byte 64 of 'sums', which nothing has stored to}}
  // expected-note@+1 {{store to it first}}
  if (sums[i + 16u] > 3u)
    data[i] = 1u;
  // expected-note@+1 {{likewise: invocation 0 reads 'sums' here}}
  data[i + 16u] = sums[i + 17u];
}
