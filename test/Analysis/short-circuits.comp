// A bound that only counts if another one allows it: `a && b` and `a || b` whose second
// operand is computed in a block of its own, because it loads from a block. The first
// is the same for a whole subgroup here, the second one is not.

// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/head.glsl %t/and.glsl > %t/and.comp
// RUN: %wglint --verify %t/and.comp
// RUN: cat %t/head.glsl %t/or.glsl > %t/or.comp
// RUN: %wglint --verify %t/or.comp
// RUN: cat %t/head.glsl %t/three.glsl > %t/three.comp
// RUN: %wglint --verify %t/three.comp
// RUN: cat %t/head.glsl %t/neither.glsl > %t/neither.comp
// RUN: %wglint --verify %t/neither.comp
// RUN: %wglint-opt --print=accesses %t/nested.comp | FileCheck %s --check-prefix=NESTED

//--- head.glsl
#version 450
layout(local_size_x = 1, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(std140, binding = 2) uniform Size { uint width, height, depth; };
uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;

//--- and.glsl
void main() {
  if (x < width && y < height) // the load strides, the store does not
    // expected-warning@+3 {{load from 'src' touches 32 sectors per request where 4 would do}}
    // expected-note@+2 {{assumed: no subgroup straddles the bound height}}
    // expected-note@+1 {{(remap-lanes)}}
    dst[x * height + y] = src[y * width + x];
}
//--- or.glsl
void main() {
  if (x >= width || y >= height)
    return;
  // expected-warning@+3 {{load from 'src' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{assumed: no subgroup straddles the bound height}}
  // expected-note@+1 {{(remap-lanes)}}
  dst[x * height + y] = src[y * width + x];
}
//--- three.glsl
void main() {
  if (x >= width || gl_GlobalInvocationID.z >= depth || y >= height)
    return;
  // expected-warning@+3 {{load from 'src' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{assumed: no subgroup straddles the bound height}}
  // expected-note@+1 {{(remap-lanes)}}
  dst[x * height + y] = src[y * width + x];
}
//--- neither.glsl
// expected-no-diagnostics: which lanes take part depends on data.
void main() {
  if (x < width && src[y] > 0.0)
    dst[x * height + y] = 1.0;
}
//--- nested.comp
// Short circuits inside of functions, and behind conditions that no lane decides.
#version 450
layout(local_size_x = 1) in;
layout(std140, binding = 0) buffer Result { uint passed; };
shared vec4 tile;
bool isClose(float a, float b) { return abs(a - b) < 0.05; }
bool areClose(vec4 a, vec4 b) {
  return isClose(a.x, b.x) && isClose(a.y, b.y) && isClose(a.z, b.z) && isClose(a.w, b.w);
}
void main() {
  tile = vec4(1.0, -5.0, -9.0, -5.0);
  bool isFine = true;
  isFine = isFine && areClose(vec4(1.0, -5.0, -9.0, -5.0), tile);
  isFine = isFine && areClose(tile, vec4(2.0));
  if (isFine)
    passed++;
  // NESTED: load shared 'tile'
  // NESTED: load global 'passed'
}
