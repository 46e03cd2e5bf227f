// RUN: rm -rf %t && split-file %s %t
// In front of a loop rather than in it.
// RUN: %wglint-opt --rewrite=insert-barrier %t/before-loop.comp | FileCheck %s --check-prefix=BEFORE
// BEFORE: safe: puts a barrier between the two accesses
// BEFORE:      s[l] = src[l];
// BEFORE-NEXT: {{^\+}}  barrier();
// BEFORE-NEXT: for

// An exchange in a loop needs two.
// RUN: %wglint-opt --rewrite=insert-barrier %t/loop.comp | FileCheck %s --check-prefix=LOOP
// LOOP: safe: puts a barrier between the two accesses
// LOOP-COUNT-2: {{^\+}}    barrier();
// LOOP-NOT: {{^\+}}

// What the outputs were before is undefined: that they change is no reason against it.
// RUN: not %wglint --fix --diff %t/loop.comp 2>&1 | FileCheck %s --check-prefix=PROVED
// PROVED: would fix {{.*}}: 'insert-barrier' puts a barrier between the two accesses
// PROVED-NEXT: proved by analysis
// PROVED-COUNT-2: {{^\+}}    barrier();

// Not between accesses of which one is in a branch that some skip, but behind it.
// RUN: %wglint-opt --rewrite=insert-barrier %t/branch.comp | FileCheck %s --check-prefix=BRANCH
// BRANCH: safe: puts a barrier between the two accesses
// BRANCH:      s[l] = src[l];
// BRANCH-NEXT: {{^\+}}  barrier();
// BRANCH-NEXT: if (l >= 16u)

// A buffer needs a memory barrier too, and to be coherent.
// RUN: %wglint-opt --rewrite=insert-barrier %t/buffer.comp | FileCheck %s --check-prefix=BUFFER
// BUFFER: needs-validation: puts a barrier
// BUFFER: +layout(std430, binding = 1) coherent buffer Dst
// BUFFER: {{^\+}}  memoryBarrierBuffer();
// BUFFER-NEXT: {{^\+}}  barrier();

// No barrier can stand between: both are under one condition.
// RUN: %wglint-opt --rewrite=insert-barrier %t/inside.comp | FileCheck %s --check-prefix=INSIDE
// INSIDE: refused: no place between the two accesses is reached by all invocations

// None is offered where several invocations update one element in one statement.
// RUN: not %wglint --checks=data-race %t/element.comp | FileCheck %s --check-prefix=ELEMENT --implicit-check-not="fix '"
// ELEMENT: warning: data race
// ELEMENT: no barrier comes between what is loaded and its update

// A barrier never comes between the head of a loop and its body, whether the body uses
// the loop's variable or not.
// RUN: %wglint-opt --rewrite=insert-barrier %t/exchange.comp | FileCheck %s --check-prefix=EXCHANGE
// EXCHANGE: value += cells[i ^ 1u];
// EXCHANGE-NEXT: {{^\+}}    barrier();
// EXCHANGE-NOT: {{^\+}}{{.*}}barrier

//--- exchange.comp
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) writeonly buffer Out { uint result[]; };
shared uint cells[128];
void main() {
  uint i = gl_LocalInvocationIndex, value = i;
  for (uint k = 0u; k < 4u; k++) {
    cells[i] = value;
    barrier();
    value += cells[i ^ 1u];
  }
  result[gl_GlobalInvocationID.x] = value;
}

//--- element.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Sums { float sums[]; };
void main() { sums[gl_WorkGroupID.x] += src[gl_GlobalInvocationID.x]; }
//--- before-loop.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[32];
void main() {
  uint l = gl_LocalInvocationID.x;
  float sum = 0.0;
  s[l] = src[l];
  for (uint i = 0u; i < 32u; ++i)
    sum += s[i];
  dst[l] = sum;
}

//--- loop.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint t = 0u; t < n; ++t) {
    s[l] = src[t * 64u + l]; // load
    sum += s[(l + 1u) & 63u];
  }
  dst[g] = sum;
}

//--- branch.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[32];
void main() {
  uint l = gl_LocalInvocationID.x;
  if (l < 16u)
    s[l] = src[l];
  if (l >= 16u)
    dst[l] = s[l - 16u];
}

//--- buffer.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x;
  dst[l] = float(l);
  dst[l + 32u] = dst[l ^ 1u];
}

//--- inside.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float s[32];
void main() {
  uint l = gl_LocalInvocationID.x;
  if (l < 16u) {
    s[l] = float(l);
    dst[l] = s[l ^ 1u];
  }
}
