// Lanes of several rows: the distance that is told is the one within a row, where all rows have it.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=uncoalesced-global-access %t/columns.comp %t/mixed.comp

//--- columns.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint width, height;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  // expected-warning@+1 {{store to 'dst' touches 16 to 32 sectors per request where 4 would do: neighbouring lanes of a row are 4 * height bytes apart}}
  dst[p.x * height + p.y] = src[p.y * width + p.x];
}

// Rows of even and of odd numbers are different distances long.
//--- mixed.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint width, height;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  uint step = (p.y & 1u) == 0u ? height : width;
  // expected-warning@+1 {{where 4 would do: the distance between neighbouring lanes is not the same for all of them}}
  dst[p.x * step + p.y] = src[p.y * width + p.x];
}
