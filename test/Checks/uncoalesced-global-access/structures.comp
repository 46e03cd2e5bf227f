// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %s

#version 450
layout(local_size_x = 8, local_size_y = 8) in;
struct Cell { float height; float unused[7]; };
layout(std430, binding = 0) readonly buffer In { Cell cells[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  uint i = p.y * 4096u + p.x;
  // expected-warning@+3 {{load from 'cells.height' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{keep the members that are used together in an array of their own}}
  result[i] = cells[i].height;
}
