// RUN: %wglint --verify --checks=uncoalesced-global-access %s

// Each structure has a sector of its own, in whatever order the lanes take them.
#version 450
layout(local_size_x = 64) in;
struct Vertex { vec3 place; uint material; vec4 color; };
layout(std430, binding = 0) readonly buffer Vertices { Vertex vertices[]; };
layout(std430, binding = 1) writeonly buffer Lengths { float lengths[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'vertices.place' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{84 % of this shader's memory traffic}}
  // expected-note@+1 {{keep the members that are used together in an array of their own (split-structure)}}
  float x = vertices[i / 2u * 4u + i % 2u].place.x;
  lengths[i] = x + vertices[0].color.x + float(vertices[0].material);
}
