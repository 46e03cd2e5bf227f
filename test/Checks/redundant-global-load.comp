// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/example.comp
// RUN: %wglint --checks=redundant-global-load '--config={CheckOptions: {redundant-global-load.leastReuse: 1000}}' %t/example.comp | count 0
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
const uint N = 1024u;

void main() {
  uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
  float sum = 0.0;
  for (uint k = 0u; k < N; ++k)
    // expected-warning@+4 {{load from 'a' fetches each byte 16.0 times: the invocations of a workgroup (16 x 16 = 256) ask for 1048576 bytes, 65536 of them distinct}}
    // expected-note@+3 {{of this shader's memory traffic}}
    // expected-note@+2 {{load a tile at a time into shared memory once for the workgroup (stage-reuse)}}
    // expected-note@+1 {{likewise: load from 'b' here}}
    sum += a[row * N + k] * b[k * N + column];
  c[row * N + column] = sum;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// The same product through tiles of shared memory, and lanes that take turns.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
shared float tileA[16][17], tileB[16][17];
const uint N = 1024u;
void main() {
  uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
  uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
  float sum = 0.0;
  for (uint tile = 0u; tile < N; tile += 16u) {
    tileA[y][x] = a[row * N + tile + x];
    tileB[y][x] = b[(tile + y) * N + column];
    barrier();
    for (uint k = 0u; k < 16u; ++k)
      sum += tileA[y][k] * tileB[k][x];
    barrier();
  }
  c[row * N + column] = sum;
}
