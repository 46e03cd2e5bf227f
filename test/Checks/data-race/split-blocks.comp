// RUN: %wglint --verify --checks=data-race -D'INDEX=(i / h) * 2u * h + i % h' %s
// RUN: %wglint --verify --checks=data-race -D'INDEX=i + ((i >> level) << level)' %s
// RUN: not %wglint --checks=data-race -DINDEX=i %s | FileCheck %s
// CHECK: data race: invocation {{.*}} of 'a', which invocation

// Blocks of 2 * h are split into halves: each invocation has its own two elements, whichever h is.
// Where the index is not worked out from h, some h makes two invocations meet.
// expected-no-diagnostics
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(push_constant) uniform Step { uint level; };
void main() {
  uint i = gl_GlobalInvocationID.x, h = 1u << level;
  uint x = INDEX;
  a[x] += a[x + h];
}
