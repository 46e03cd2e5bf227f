// Invocations that ask one value and go on by different answers never meet, as in automata where a
// cell moves to an empty one.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=data-race,same-value-race,workgroup-race --remarks -D'EMPTY(c)=c == 0' %t/row.comp
// RUN: %wglint --verify --checks=data-race,same-value-race,workgroup-race --remarks -D'EMPTY(c)=c < 1' %t/row.comp
// RUN: %wglint --verify --checks=data-race,same-value-race,workgroup-race --remarks -D'EMPTY(c)=c != 1' %t/row.comp
// RUN: %wglint --verify --checks=data-race,same-value-race,workgroup-race --remarks -D'EMPTY(c)=!(c == 1)' %t/row.comp
// RUN: %wglint --verify --checks=data-race,same-value-race,workgroup-race --remarks -D'EMPTY(c)=c == 0 && turn > 0' %t/row.comp
// RUN: %wglint --verify --checks=data-race,same-value-race,workgroup-race --remarks -D'EMPTY(c)=uint(c) > 1u' %t/row.comp
// RUN: %wglint --verify --checks=data-race,same-value-race,workgroup-race --remarks %t/floats.comp
// RUN: %wglint --verify --checks=data-race,same-value-race,workgroup-race --remarks %t/bounded.comp
// RUN: %edit -e '/expected-no/d' -e 's/imageLoad(block, below).r == 0u/imageLoad(block, below).r == 8u/' -e 's:result, pos, .*:&  // expected-warning {{data race}}:' %t/bounded.comp > %t/both.comp
// RUN: %wglint --verify --verify-ignore=note --checks=data-race --remarks %t/both.comp
// RUN: %edit -e '/expected-no/d' -e 's:next.i. = 0;:&  // expected-warning {{data race}}:' %t/row.comp > %t/meet.comp
// RUN: %wglint --verify --verify-ignore=note --checks=data-race --remarks -D'EMPTY(c)=c < 2' %t/meet.comp
// RUN: %wglint --verify --verify-ignore=note --checks=data-race --remarks -D'EMPTY(c)=c == 0 || turn > 0' %t/meet.comp
// RUN: %wglint --verify --verify-ignore=note --checks=data-race --remarks -D'EMPTY(c)=c > -1' %t/meet.comp
// RUN: %wglint --verify --verify-ignore=note --checks=data-race --remarks -D'EMPTY(c)=cell[i + 2] == 0' %t/meet.comp
// RUN: %wglint --verify --verify-ignore=note --checks=data-race --remarks -D'EMPTY(c)=uint(c) > 0u' %t/meet.comp
// RUN: %wglint --verify --verify-ignore=note --checks=data-race --remarks %t/turns.comp

//--- turns.comp
// One invocation may be in another iteration than the other.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Cells { int cell[]; };
shared uint s[65];
layout(std430, binding = 1) writeonly buffer Out { uint o[]; };
void main() {
  uint l = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x;
  for (uint t = 0u; t < 2u; ++t) {
    if (cell[i + t] == 1 && cell[i + t + 1u] == 0) {
      s[l] = l;
      s[l + 1u] = l; // expected-warning {{data race}}
    }
  }
  barrier();
  o[i] = s[l];
}

//--- row.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Cells { int cell[]; };
layout(std430, binding = 1) writeonly buffer Next { int next[]; };
uniform int turn;
void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (cell[i] == 1) {
    if (EMPTY(cell[i + 1])) {
      next[i + 1] = 1;
      next[i] = 0;
    } else {
      next[i] = 1;
    }
  }
}

//--- bounded.comp
// expected-no-diagnostics
// The second answer is asked for within a bound that some invocations do not meet.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(r8ui, binding = 0) readonly uniform uimage2D block;
layout(r8ui, binding = 1) writeonly uniform uimage2D result;
void main() {
  ivec2 pos = ivec2(gl_GlobalInvocationID.xy);
  if (imageLoad(block, pos).r != 8u)
    return;
  ivec2 below = pos + ivec2(0, -1);
  if (below.y >= 0 && imageLoad(block, below).r == 0u) {
    imageStore(result, below, uvec4(0u));
    imageStore(result, pos, uvec4(5u));
  }
}

//--- floats.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32f, binding = 0) readonly uniform image2D from;
layout(r32f, binding = 1) writeonly uniform image2D to;
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (imageLoad(from, at).x > 0.5) {
    if (!(imageLoad(from, at + ivec2(0, 1)).x > 0.5)) {
      imageStore(to, at + ivec2(0, 1), vec4(1.0));
      imageStore(to, at, vec4(0.0));
    } else {
      imageStore(to, at, vec4(1.0));
    }
  }
}
