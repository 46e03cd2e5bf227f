// RUN: %wglint --time-limit-s=0 --verify --verify-ignore=note --remarks --checks=redundant-global-load %s
// RUN: %edit -e 's/float sum = 0.0/float sum = values[i]/' -e 's/-remark/-warning/' %s > %t.pairs.comp
// RUN: %wglint --time-limit-s=0 --verify --verify-ignore=note --remarks --checks=redundant-global-load %t.pairs.comp

// Who only stores an element of its own makes a row of a product, as in a layer of a network, and is
// none of the bodies that pull each other. All lanes load one value, which is one request.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Weights { float weights[]; };
layout(std430, binding = 1) buffer Values { float values[]; };
uniform uint width, first;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < width; ++k)
    // expected-remark@+1 {{load from 'values' fetches each byte 256.0 times}}
    sum += weights[first + i * width + k] * values[k];
  values[i] = sum;
}
