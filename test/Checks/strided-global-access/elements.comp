// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/elements.comp
// RUN: %edit -e 's/i + width/i * 8u/' -e '/flow/s/-remark/-warning/' %t/elements.comp > %t/eighth.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/eighth.comp

//--- elements.comp
// A member of the row above, once, where the row itself uses the other half of
// each structure; every eighth structure (eighth.comp) is nobody's own.
#version 450
layout(local_size_x = 64) in;
struct Cell {
  vec4 field;
  vec4 flow;
};
layout(std430, binding = 0) readonly buffer Cells { Cell cells[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
uniform uint width;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'cells.flow' touches}}
  float above = cells[i + width].flow.y;
  // expected-remark@+1 {{load from 'cells.field' touches}}
  vec4 own = cells[i].field;
  result[i] = own.x + own.y + own.z + own.w + above;
}
