// Costs that must not rise, from the facts. An object's members stand in alphabetical order and
// the accesses in that of the text.
// RUN: wglint --fail-on=never --output-format=json --facts --target=nvidia-hopper --assume pitch=1024 %s | FileCheck %s
#version 450
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint pitch;
shared float tile[32][33];

void main() {
  uvec2 l = gl_LocalInvocationID.xy, w = gl_WorkGroupID.xy * 32u;
  // CHECK: "rangeIsExact": true,
  // CHECK: "sectors": 128,
  // CHECK: "variable": "src",
  tile[l.y][l.x] = src[(w.y + l.y) * pitch + w.x + l.x];
  barrier();
  // CHECK: "variable": "tile",
  // CHECK: "conflictWays": 1,
  // CHECK: "op": "load",
  // CHECK: "variable": "tile",
  // CHECK: "rangeIsExact": true,
  // CHECK: "sectors": 128,
  // CHECK: "variable": "dst",
  dst[(w.x + l.y) * pitch + w.y + l.x] = tile[l.x][l.y];
}
