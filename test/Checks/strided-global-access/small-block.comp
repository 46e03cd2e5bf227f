// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/small-block.comp
// RUN: %edit -e 's/4096/4097/' -e 's/-remark@/-warning@/' %t/small-block.comp > %t/large-block.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/large-block.comp

//--- small-block.comp
// Once through 16 KiB; four bytes more (large-block.comp) is what no cache has to hold.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Table { float table[4096]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{load from 'table' touches 32 sectors}}
  sums[i] = table[i * 16u];
}
