// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/rest.comp
// RUN: %edit -e "s/c < 3u/c < 1u/" -e "s/remark@+1 {{load from .weights. touches 16 sectors}}$/warning@+1 {{load from 'weights' touches 16 sectors}}/" %t/rest.comp > %t/most.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/most.comp

//--- rest.comp
// What is left behind a loop that takes most of each quarter: it is little of
// the traffic, and the loop is a remark.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Weights { float weights[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint c = 0u; c < 3u; ++c)
    // expected-remark@+1 {{load from 'weights' touches 16 sectors}} (in the loop)
    sum += weights[i * 4u + c];
  // expected-remark@+1 {{load from 'weights' touches 16 sectors}}
  sums[i] = sum * weights[i * 4u + 3u];
}
