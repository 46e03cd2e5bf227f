// RUN: %wglint --verify --checks=unused-structure-bytes %s

// A structure with all of its members in use needs another layout, not another structure.
#version 450
layout(local_size_x = 64) in;
struct Cell { int key; };
layout(std140, binding = 0) readonly buffer Cells { Cell cells[]; };
layout(std430, binding = 1) writeonly buffer Keys { int keys[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'cells.key' moves 512 bytes per request of which this shader uses 128: it touches 4 of the 16 bytes of each 'Cell'}}
  // expected-note@+2 {{the rest is padding, as std140 rounds structures up to 16 bytes: declare the block std430}}
  // expected-note@+1 {{counted for NVIDIA Ampere}}
  keys[i] = cells[i].key;
}
