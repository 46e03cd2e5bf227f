// RUN: %wglint --checks=strided-global-access --fail-on=never --output-format=concise %s | FileCheck %s \
// RUN:   --check-prefix=LENGTHS --implicit-check-not=warning:
// LENGTHS: warning: load from 'a'
// LENGTHS: warning: load from 'b'

// Two unknowns of one name are two.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
struct T { uint n; };
layout(std140, binding = 0) uniform R { T t[2]; } r;
void main() {
  uint i = gl_GlobalInvocationID.x, j = gl_GlobalInvocationID.y;
  c[i] = a[i * r.t[0].n + j] + b[i * r.t[1].n + j];
}
