// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %s

// A small member of a structure that fits a sector and that is used as a whole is
// a remark; of a larger one, a warning.
#version 450
layout(local_size_x = 64) in;
struct Block {
  uint scale;
  uint values[5];
};
struct Large {
  uint scale;
  uint values[21];
};
layout(std430, binding = 0) readonly buffer Small { Block blocks[]; };
layout(std430, binding = 1) readonly buffer Big { Large larges[]; };
layout(std430, binding = 2) writeonly buffer Out { uint result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // Told of with the loop below.
  uint sum = blocks[i].scale;
  // A small part of what the loop below wastes.
  // expected-remark@+1 {{load from 'larges.scale' touches 32 sectors}}
  sum += larges[i].scale;
  for (uint k = 0u; k < 5u; k++)
    // expected-remark@+1 {{load from 'blocks.values' touches}}
    sum += blocks[i].values[k];
  for (uint k = 0u; k < 21u; k++)
    // expected-warning@+1 {{load from 'larges.values' touches 32 sectors}}
    sum += larges[i].values[k];
  result[i] = sum;
}
