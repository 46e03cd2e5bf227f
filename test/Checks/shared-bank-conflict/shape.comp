// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/shape.comp
// RUN: %edit 's/local_size_x_id = 0, local_size_y_id = 1/local_size_x = 8, local_size_y = 8/' %t/shape.comp > %t/written-shape.comp
// RUN: %exits_with 1 %wglint --quiet --output-format=concise --checks=shared-bank-conflict %t/written-shape.comp | \
// RUN:   FileCheck %t/shape.comp

//--- shape.comp
// A shape that nobody has written, and a tile of another size.
// CHECK: written-shape.comp:{{.*}}: warning: load from 'tile' is a 4-way bank conflict
#version 450
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[16][16], filled[64];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  filled[gl_LocalInvocationIndex] = data[gl_GlobalInvocationID.x];
  barrier();
  float sum = filled[0];
  for (uint k = 0u; k < 16u; ++k)
    // expected-remark@+1 {{load from 'tile' is a 4-way bank conflict}}
    sum = fma(tile[l.x][k], sum, tile[k][l.y]);
  data[gl_GlobalInvocationID.x] = sum;
}
