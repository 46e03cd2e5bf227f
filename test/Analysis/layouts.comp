// Which bytes an element has, under std430 and std140.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s

#version 450
#extension GL_EXT_shader_16bit_storage : enable
#extension GL_EXT_shader_8bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_scalar_block_layout : enable
layout(local_size_x = 32) in;

struct Inner { vec2 a; float b; };            // std430: 16 bytes, aligned to 8
struct Outer { float x; Inner y[2]; };        // std430: 40 bytes; std140: 48

layout(std430, binding = 0) buffer A { vec3 loaded[]; };
layout(std430, binding = 1) buffer B { vec3 stored[]; };
layout(std140, binding = 2) buffer C { float spread[16384]; };
layout(std430, row_major, binding = 3) buffer D { mat4 rows[]; };
layout(std430, binding = 4) buffer E { mat4 columns[]; };
layout(std430, binding = 5) buffer F { mat3 small[]; };
layout(std430, binding = 6) buffer G { Outer nested430[]; };
layout(std140, binding = 7) buffer H { Outer nested140[64]; };
layout(std430, binding = 8) buffer I { float grid[4][8]; };
layout(std430, binding = 9) buffer J { float16_t halves[]; };
layout(std430, binding = 10) buffer K { uint8_t chars[]; };
layout(std430, binding = 11) buffer L { double doubles[]; };
layout(std430, binding = 12) buffer M { int64_t longs[]; };
layout(std430, binding = 13) buffer N { int count; vec4 tail[]; };
layout(std430, binding = 14) buffer O { dvec4 wide[]; };
layout(std430, binding = 15) buffer P { vec2 pairs[]; };
struct Sphere { vec4 place; uint id; };       // std430: 32 bytes; scalar: 20
layout(scalar, binding = 16) buffer Q { Sphere spheres[]; };
layout(std430, binding = 17) buffer R { Sphere spheres430[]; };

void main() {
  uint i = gl_LocalInvocationID.x;

  // 12 bytes in a slot of 16: one load, two stores (8 and 4 bytes). The split is assumed.
  vec3 v = loaded[i];
  // CHECK-LABEL: load global 'loaded' 12 bytes: assumed
  // CHECK-NEXT: lane stride: 16 bytes
  // CHECK-NEXT: per request 16, ideal 12
  // CHECK-NEXT: workgroup: requests 1, sectors 16, ideal 12
  // CHECK-NEXT: assumed: an access of 12 bytes is issued as 1 request
  stored[i] = v;
  // CHECK-LABEL: store global 'stored' 12 bytes: assumed
  // CHECK: per request 16, ideal 4..8
  // CHECK-NEXT: workgroup: requests 2, sectors 32, ideal 12
  // CHECK-NEXT: assumed: an access of 12 bytes is issued as 2 requests

  spread[i] = 0.0;
  // CHECK-LABEL: store global 'spread' 4 bytes: exact
  // CHECK-NEXT: lane stride: 16 bytes
  // CHECK-NEXT: per request 16, ideal 4

  // A column of a row-major matrix is four numbers, 16 bytes apart.
  vec4 c = rows[i][1];
  // CHECK-LABEL: load global 'rows' 16 bytes
  // CHECK-NEXT: lane stride: 64 bytes
  // CHECK-NEXT: per request 32, ideal 4
  // CHECK-NEXT: workgroup: requests 4, sectors 128, ideal 16
  c += columns[i][1];
  // CHECK-LABEL: load global 'columns' 16 bytes: exact
  // CHECK-NEXT: lane stride: 64 bytes
  // CHECK-NEXT: per request 32, ideal 16
  // CHECK-NEXT: workgroup: requests 1, sectors 32, ideal 16

  // Columns of a mat3 are 16 bytes apart, matrices 48.
  v += small[i][2];
  // CHECK-LABEL: load global 'small' 12 bytes
  // CHECK-NEXT: lane stride: 48 bytes
  // CHECK-NEXT: per request 32, ideal 12

  // 8 + 16 + 8 + 40 i and 16 + 16 + 8 + 48 i bytes: no two lanes in one sector.
  nested430[i].y[1].b = 0.0;
  // CHECK-LABEL: store global 'nested430.y.b' 4 bytes: exact
  // CHECK-NEXT: lane stride: 40 bytes
  // CHECK-NEXT: per request 32, ideal 4
  nested140[i].y[1].b = 0.0;
  // CHECK-LABEL: store global 'nested140.y.b' 4 bytes: exact
  // CHECK-NEXT: lane stride: 48 bytes

  grid[i & 3u][i >> 2] = 0.0;
  // CHECK-LABEL: store global 'grid'
  // CHECK: per request 4, ideal 4

  halves[i] = float16_t(0.0);
  // CHECK-LABEL: store global 'halves' 2 bytes: exact
  // CHECK-NEXT: lane stride: 2 bytes
  // CHECK-NEXT: per request 2, ideal 2
  chars[i] = uint8_t(0);
  // CHECK-LABEL: store global 'chars' 1 bytes: exact
  // CHECK-NEXT: lane stride: 1 bytes
  // CHECK-NEXT: per request 1, ideal 1
  doubles[i] = 0.0lf;
  // CHECK-LABEL: store global 'doubles' 8 bytes: exact
  // CHECK-NEXT: lane stride: 8 bytes
  // CHECK-NEXT: per request 8, ideal 8
  longs[3u * i] = 0l;
  // CHECK-LABEL: store global 'longs' 8 bytes: exact
  // CHECK-NEXT: lane stride: 24 bytes
  // CHECK-NEXT: per request 24, ideal 8

  // The runtime array starts at 16: 512 bytes over 17 sectors.
  tail[i] = vec4(0.0);
  // CHECK-LABEL: store global 'tail' 16 bytes: exact
  // CHECK-NEXT: lane stride: 16 bytes
  // CHECK-NEXT: per request 17, ideal 16

  // 32 bytes are two requests of 16.
  wide[i] = dvec4(0.0);
  // CHECK-LABEL: store global 'wide' 32 bytes: assumed
  // CHECK-NEXT: lane stride: 32 bytes
  // CHECK-NEXT: per request 32, ideal 16
  // CHECK-NEXT: workgroup: requests 2, sectors 64, ideal 32

  // One component of two.
  pairs[i].y = 0.0;
  // CHECK-LABEL: store global 'pairs' 4 bytes: exact
  // CHECK-NEXT: lane stride: 8 bytes
  // CHECK-NEXT: per request 8, ideal 4

  pairs[i] = c.xy + v.xy;
  // CHECK-LABEL: store global 'pairs' 8 bytes: exact
  // CHECK-NEXT: lane stride: 8 bytes
  // CHECK-NEXT: per request 8, ideal 8

  // Under the scalar rules nothing lies between the elements.
  spheres[i] = Sphere(c, i);
  // CHECK-LABEL: store global 'spheres' 20 bytes: assumed
  // CHECK-NEXT: lane stride: 20 bytes
  spheres430[i] = Sphere(c, i);
  // CHECK-LABEL: store global 'spheres430' 32 bytes: exact
  // CHECK-NEXT: lane stride: 32 bytes
}
