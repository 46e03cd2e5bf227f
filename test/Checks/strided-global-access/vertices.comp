// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/vertices.comp
// RUN: %edit -e 's/vertices.base + 2u./pos.y/' -e 's/-remark/-warning/' %t/vertices.comp > %t/third.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/third.comp

//--- vertices.comp
// Half of what is interleaved is used together; of less (third.comp) each is told.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Vertices { float vertices[]; };

void main() {
  uint base = gl_GlobalInvocationID.x * 6u;
  // expected-remark@+1 {{load from 'vertices' touches 24 sectors}}
  vec2 pos = vec2(vertices[base], vertices[base + 1u]);
  vertices[base + 1u] = pos.x + vertices[base + 2u];
}
