// RUN: %wglint --verify --checks=uncoalesced-global-access %s

// Rows of structures that std140 pads: another layout, not another structure.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
struct Cell { int key; };
layout(std140, binding = 0) readonly buffer Cells { Cell cells[]; };
layout(std430, binding = 1) writeonly buffer Keys { int keys[]; };
uniform uint width;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  // expected-warning@+3 {{load from 'cells.key' touches 16 to 18 sectors per request where 4 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{the rest is padding, as std140 rounds structures up to 16 bytes: declare the block std430}}
  keys[p.y * width + p.x] = cells[p.y * width + p.x].key;
}
