// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=strided-global-access %t/*.comp

// A border that few lanes may be at and one that a whole row of workgroups may be at are
// one guard, in vectors as in words.

//--- lower.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float a[]; };
layout(std430, binding = 1) writeonly buffer Out { float b[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  if (any(lessThan(p, uvec2(1)))) return;
  // expected-warning@+2 {{store to 'b' touches 32 sectors per request where 4 would do}}
  // expected-warning@+1 {{load from 'a' touches 32 sectors per request where 4 would do}}
  b[p.x * 64u + p.y] = a[p.x * 64u + p.y];
}

//--- both.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float a[]; };
layout(std430, binding = 1) writeonly buffer Out { float b[]; };
layout(push_constant) uniform Size { uvec2 size; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  bvec2 isFirst = equal(p, uvec2(0)), isPast = greaterThanEqual(p, size);
  if (any(isFirst) || any(isPast)) return;
  // expected-warning@+2 {{store to 'b' touches 32 sectors per request where 4 would do}}
  // expected-warning@+1 {{load from 'a' touches 32 sectors per request where 4 would do}}
  b[p.x * 64u + p.y] = a[p.x * 64u + p.y];
}

//--- coalesced.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float a[]; };
layout(std430, binding = 1) writeonly buffer Out { float b[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  if (!all(greaterThan(p, uvec2(0)))) return;
  b[p.y * 64u + p.x] = a[p.y * 64u + p.x];
}
