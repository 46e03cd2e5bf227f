// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %s

// Eight lanes share a block of quantized weights, and use all of it; where they
// use a part of it, the rest moves for nothing.
#version 450
layout(local_size_x = 64) in;
struct Block { float scale; uint weights[32]; };
struct Half { float scale[28]; uint weights[8]; };
layout(std430, binding = 0) readonly buffer In { Block blocks[]; };
layout(std430, binding = 1) readonly buffer Other { Half halves[]; };
layout(std430, binding = 2) writeonly buffer Out { float result[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  // expected-remark@+1 {{load from 'blocks.weights' touches}}
  sum += blocks[i / 8u].scale * float(blocks[i / 8u].weights[i % 8u * 4u]);
  for (uint b = i / 8u; b < count; b += 64u)
    // Twice the sectors, in a loop.
    // expected-remark@+1 {{load from 'halves.weights' touches}}
    sum += float(halves[b * 2u].weights[i % 8u]);
  result[i] = sum;
}
