// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -D'AT=g.x + g.y * side' %t/vertices.comp
// RUN: %edit 's/expected-remark/expected-warning/' %t/vertices.comp > %t/across.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -D'AT=(g.x ^ 5u) * 4u + g.y * side' %t/across.comp
// RUN: %edit -e 's/expected-remark/expected-warning/' -e 's/local_size_x = 16, local_size_y = 8/local_size_x = 2, local_size_y = 64/' %t/vertices.comp > %t/short.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access -D'AT=g.x + g.y * side' %t/short.comp

//--- vertices.comp
// Rows of whole elements: each takes several requests, which share the sectors. Near
// miss: elements with others between them, and short rows.
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 16, local_size_y = 8) in;
struct Vertex { vec3 position; float u; vec3 normal; float v; vec4 color; };
layout(buffer_reference, std430) writeonly buffer Vertices { Vertex vertices[]; };
layout(push_constant) uniform Push { uint side; Vertices target; };
void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  // expected-remark@+1 {{store to 'target.vertices' touches 32 sectors per request}}
  target.vertices[AT] = Vertex(vec3(g.xyx), 1.0, vec3(0.0), 2.0, vec4(1.0));
}
