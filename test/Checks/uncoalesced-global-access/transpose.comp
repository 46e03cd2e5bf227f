// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %t/transpose.comp
// RUN: %edit -e 's/4096u/SIDE/g' -e 's/^void main() {/&\n  if (any(greaterThanEqual(gl_GlobalInvocationID.xy, uvec2(SIDE)))) return;/' -e '/expected/d' %t/transpose.comp > %t/bounded.comp
// RUN: %wglint --checks=uncoalesced-global-access -DSIDE=64u %t/bounded.comp
// RUN: not %wglint --checks=uncoalesced-global-access -DSIDE=72u %t/bounded.comp

//--- transpose.comp
// The workgroup uses up its sectors, but each request goes to those of others.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
struct Cell { float height; };
layout(std430, binding = 1) writeonly buffer Out { Cell cells[]; };
layout(std430, binding = 2) readonly buffer Plain { float plain[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float v = plain[p.y * 4096u + p.x];
  // expected-warning@+3 {{store to 'cells.height' touches 8 sectors per request where 4 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  cells[p.x * 4096u + p.y].height = v;
}
