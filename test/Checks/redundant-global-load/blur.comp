// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/blur.comp
// RUN: %edit -e 's/RADIUS = 8/RADIUS = 2/' -e 's/expected-.*//' -e 's/NOTHING/expected-no-diagnostics/' %t/blur.comp > %t/small-blur.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/small-blur.comp

//--- blur.comp
// NOTHING
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { float src[]; };
layout(std430, binding = 1) writeonly buffer B { float dst[]; };
uniform uint pitch;
const int RADIUS = 8;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint y = 0u; y <= 2u * RADIUS; ++y)
    for (uint x = 0u; x <= 2u * RADIUS; ++x)
      // expected-warning@+3 {{load from 'src' fetches each byte 64.2 times: the invocations of a workgroup (32 x 8 = 256) ask for 295936 bytes, 4608 of them distinct}}
      // expected-note@+2 {{of this shader's memory traffic}}
      // expected-note@+1 {{load the tile and its border}}
      sum += src[(p.y + y) * pitch + p.x + x];
  dst[p.y * pitch + p.x] = sum;
}
