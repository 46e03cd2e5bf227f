// RUN: %wglint --verify --remarks --checks=loop-invariant-load %s

// What a function loads of one block is mended at once; another block, and what
// stands in the loop itself, are findings of their own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Sizes { uint width, height; };
layout(std430, binding = 1) readonly buffer Scales { float scale; };
layout(std430, binding = 2) readonly buffer Ends { float first, last; };
layout(std430, binding = 3) writeonly buffer Data { float data[]; };
void put(uint x, uint y, float value) {
  // expected-remark@+4 {{load from 'width' finds the same bytes in every iteration}}
  // expected-note@+3 {{of this shader's memory traffic}}
  // expected-note@+2 {{load it into a variable before the loop, or declare the buffers restrict}}
  // expected-note@+1 4 {{the store is here}}
  data[x + y * width +
       // expected-note@+1 {{load from 'height' finds the same bytes too}}
       height] = value *
       // expected-remark@+3 {{load from 'scale' finds the same bytes in every iteration}}
       // expected-note@+2 {{of this shader's memory traffic}}
       // expected-note@+1 {{load it into a variable before the loop, or declare the buffers restrict}}
       scale;
}
void main() {
  for (uint k = 0u; k < 8u; ++k)
    // expected-note@+1 2 {{called from here}}
    put(gl_GlobalInvocationID.x, k,
        // expected-remark@+3 {{load from 'first' finds the same bytes in every iteration}}
        // expected-note@+2 {{of this shader's memory traffic}}
        // expected-note@+1 {{load it into a variable before the loop, or declare the buffers restrict}}
        first +
        // expected-remark@+3 {{load from 'last' finds the same bytes in every iteration}}
        // expected-note@+2 {{of this shader's memory traffic}}
        // expected-note@+1 {{load it into a variable before the loop, or declare the buffers restrict}}
        last);
}
