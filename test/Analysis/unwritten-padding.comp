// Reads of what nothing has written whose values only go to shared memory: they are told
// of where somebody uses what is there, at the read that it began with.

// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uninitialized-shared-read -DFIRST=15u %t/scan.comp
// RUN: %edit 's/^\/\/ expected-no-diagnostics//' %t/scan.comp > %t/used.comp
// RUN: not %wglint --output-format=concise --checks=uninitialized-shared-read -DFIRST=17u %t/used.comp | FileCheck %s --implicit-check-not=warning:
// CHECK: used.comp:17:{{.*}}: warning: invocation 8 loads byte 128 of 'sums', which nothing has stored to
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uninitialized-shared-read %t/counters.comp \
// RUN:   %t/overwritten.comp %t/other.comp %t/address.comp %t/mode.comp %t/anywhere.comp %t/component.comp \
// RUN:   %t/parts.comp %t/pending.comp %t/edge.comp %t/far.comp
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %t/branch.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uninitialized-shared-read -D'AT=data[i] & 15u' %t/picked.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uninitialized-shared-read -DAT=n %t/picked.comp

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

// What another variable holds is not followed.
//--- other.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint sums[16], tile[32];
void main() {
  uint i = gl_LocalInvocationIndex;
  sums[i] = 0u;
  tile[i] = data[i];
  barrier();
  // expected-warning@+1 {{invocation 0 loads byte 64 of 'tile', which nothing has stored to}}
  sums[i] += tile[i + 16u];
  barrier();
  data[i] = sums[i];
}

// An address is a use.
//--- address.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint next, queue[16];
void main() {
  uint i = gl_LocalInvocationIndex;
  queue[i] = data[i];
  barrier();
  if (i == 0u) {
    // expected-warning@+1 {{invocation 0 loads byte 0 of 'next', which nothing has stored to}}
    queue[next] = 7u;
    next = next + 1u;
  }
  barrier();
  data[i] = queue[i];
}

// It is used on both sides of a condition that is not known.
//--- mode.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint mode;
shared float sums[33];
void main() {
  uint i = gl_LocalInvocationIndex;
  sums[i] = float(data[i]);
  barrier();
  if (i < 15u)
    // expected-warning@+1 {{invocation 0 loads byte 64 of 'sums', which nothing has stored to}}
    sums[i] += sums[i + 16u];
  barrier();
  if (mode == 1u)
    data[i] = uint(sums[i]);
  else
    data[i] = 2u * uint(sums[i]);
}

// What is stored at an address that is not known may be used anywhere.
//--- anywhere.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint sums[33];
void main() {
  uint i = gl_LocalInvocationIndex;
  sums[i] = data[i];
  barrier();
  // expected-warning@+1 {{invocation 0 loads byte 64 of 'sums', which nothing has stored to}}
  sums[data[i] & 15u] = sums[i + 16u];
  barrier();
  data[i] = sums[i];
}

// One component of a vector that is loaded as a whole.
//--- component.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uvec2 sums[32];
void main() {
  uint i = gl_LocalInvocationIndex;
  // expected-warning@+1 {{invocation 0 loads byte 128 of 'sums', which nothing has stored to}}
  sums[i].x = sums[i + 16u].x;
  sums[i].y = 5u;
  barrier();
  uvec2 pair = sums[15u - i];
  data[i] = pair.x;
}

// Any byte may be the one that is used.
//--- picked.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint n;
shared uint sums[16];
void main() {
  uint i = gl_LocalInvocationIndex;
  // expected-warning@+1 {{invocation 0 loads byte 0 of 'sums', which nothing has stored to}}
  sums[i] += 1u;
  barrier();
  data[i] = sums[AT];
}

// A structure is loaded by several requests, of which the last finds something.
//--- parts.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
struct Pair { uint a, b; };
shared Pair pairs[16];
void main() {
  uint i = gl_LocalInvocationIndex;
  pairs[i].b = 1u;
  barrier();
  // expected-warning@+1 {{which nothing has stored to}}
  Pair pair = pairs[i];
  pairs[i] = pair;
  barrier();
  data[i] = pairs[i].a;
}

// All bytes are written while it waits in a register.
//--- pending.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint sums[16];
void main() {
  uint i = gl_LocalInvocationIndex;
  // expected-warning@+1 {{invocation 0 loads byte 0 of 'sums', which nothing has stored to}}
  uint before = sums[i];
  sums[i] = 1u;
  barrier();
  sums[i] += before;
  barrier();
  data[i] = sums[15u - i];
}

// It is used behind a bound, on its other side.
//--- edge.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint n;
shared uint sums[16];
void main() {
  uint i = gl_LocalInvocationIndex;
  // expected-warning@+1 {{invocation 0 loads byte 0 of 'sums', which nothing has stored to}}
  sums[i] += 1u;
  barrier();
  if (gl_GlobalInvocationID.x < n) {
    data[i] = 1u;
    return;
  }
  data[i] = sums[i];
}

// It is used in an iteration that is not walked.
//--- far.comp
#version 450
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint n;
shared uint sums[16];
void main() {
  uint i = gl_LocalInvocationIndex;
  if (i < 8u)
    sums[i] = 1u;
  else
    // expected-warning@+1 {{invocation 8 loads byte 32 of 'sums', which nothing has stored to}}
    sums[i] += 1u;
  barrier();
  uint sum = 0u;
  for (uint k = 0u; k < n; ++k)
    sum += sums[k];
  data[i] = sum;
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
