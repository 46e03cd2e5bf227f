// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier -DSTEPS=63u %t/tiles.comp
// RUN: %edit 's/expected-warning/expected-remark/' %t/tiles.comp > %t/long-tiles.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier -DSTEPS=64u %t/long-tiles.comp

//--- tiles.comp
// One barrier of three in a loop over tiles is worth a warning where tiles take few steps.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[256];

void main() {
  uint l = gl_LocalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 16u; ++k) {
    tile[l] = src[k * 256u + l];
    barrier();
    for (uint i = 0u; i < STEPS; ++i)
      sum += tile[i];
    // expected-warning@+1 {{this barrier orders nothing}}
    barrier();
    barrier();
  }
  dst[gl_GlobalInvocationID.x] = sum;
}
