// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/example.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/bodies.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/product.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/blur.comp
// RUN: %edit -e 's/RADIUS = 8/RADIUS = 2/' -e 's/expected-.*//' -e 's/NOTHING/expected-no-diagnostics/' %t/blur.comp > %t/small-blur.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/small-blur.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/near-miss.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load %t/subgroup.comp %t/lights.comp \
// RUN:   %t/rows.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load -DSIZE=32 %t/one-subgroup.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/one-subgroup.comp > %t/less.comp
// RUN: %wglint --time-limit-s=0 --verify --remarks --checks=redundant-global-load -DSIZE=31 %t/less.comp
// RUN: %wglint --verify --remarks --checks=redundant-global-load %t/weights.comp %t/sides.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %t/both.comp %t/own.comp \
// RUN:   %t/before.comp %t/prologue.comp %t/two-passes.comp %t/near.comp %t/rare.comp
// RUN: %wglint --checks=redundant-global-load '--config={CheckOptions: {redundant-global-load.leastReuse: 1000}}' %t/example.comp | count 0
// RUN: %wglint --verify --verify-ignore=note --checks=redundant-global-load %t/paths.comp
// RUN: %edit -e 's/expected-remark/expected-warning/' -e 's/r < rows/r < 1u/' %t/prologue.comp > %t/short.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-global-load %t/short.comp

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

//--- bodies.comp
// The host decides how many there are, but each invocation has one of them.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer P { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer O { vec4 o[]; };
uniform uint count;
void main() {
  vec4 own = bodies[gl_GlobalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < count; ++k)
    // expected-warning@+2 {{load from 'bodies' fetches each byte 256.0 times: the invocations of a workgroup (256) ask for 4096 bytes in each iteration, 16 of them distinct}}
    // expected-note@+1 {{stage-reuse}}
    sum += bodies[k] - own;
  o[gl_GlobalInvocationID.x] = sum;
}

//--- two-passes.comp
// All pairs twice, of two members under a condition the second time: one finding.
#version 450
layout(local_size_x = 256) in;
struct Body { vec4 position; vec4 speed; };
layout(std430, binding = 0) readonly buffer P { Body bodies[]; };
layout(std430, binding = 1) writeonly buffer F { vec4 force[]; };
uniform uint count;
void main() {
  Body own = bodies[gl_GlobalInvocationID.x];
  float density = 0.0;
  for (uint i = 0u; i < count; ++i)
    density += distance(own.position, bodies[i].position); // expected-warning {{load from 'bodies.position' fetches each byte 256.0 times: the invocations of a workgroup (256) ask for 4096 bytes}}
  vec4 sum = vec4(0.0);
  for (uint i = 0u; i < count; ++i) {
    vec4 d = own.position - bodies[i].position;
    if (dot(d, d) < 4.0)
      sum += bodies[i].speed - own.speed;
  }
  force[gl_GlobalInvocationID.x] = sum * density;
}

//--- near.comp
// Data decides who loads the rest of a body, and it loads it twice; the own position
// stays in a register; five rounds are not five times as much in an iteration.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer P { vec4 positions[]; };
layout(std430, binding = 1) readonly buffer D { float densities[]; };
layout(std430, binding = 2) buffer F { vec4 force[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float own = densities[i];
  vec4 sum = vec4(0.0);
  for (uint round = 0u; round < 5u; ++round)
    for (uint j = 0u; j < count; ++j) {
      // expected-warning@+1 {{load from 'positions' fetches each byte 128.0 times: the invocations of a workgroup (128) ask for 2048 bytes in each iteration, 16 of them distinct}}
      vec4 d = positions[j] - positions[i];
      if (length(d) < 0.02)
        sum += d / densities[j] + own / densities[j] + positions[j];
    }
  force[i] = sum;
}

//--- rare.comp
// As many loads as data lets.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 1) readonly buffer D { float densities[]; };
layout(std430, binding = 2) buffer F { vec4 force[]; };
uniform uint count;
uniform vec4 places[64];
void main() {
  uint i = gl_GlobalInvocationID.x;
  vec4 sum = force[i];
  for (uint j = 0u; j < count; ++j)
    if (distance(places[j & 63u], sum) < 0.02)
      // expected-remark@+1 {{load from 'densities' fetches each byte up to 128.0 times: the invocations of a workgroup (128) ask for up to 512 bytes in each iteration}}
      sum += densities[j] - densities[i];
  force[i] = sum;
}

//--- product.comp
// Two operands: a matrix multiplication, whose length is worth a warning, and one finding.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint n;
void main() {
  uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
  float sum = 0.0;
  for (uint k = 0u; k < n; ++k)
    // expected-warning@+4 {{load from 'a' fetches each byte 16.0 times: the invocations of a workgroup (16 x 16 = 256) ask for 1024 bytes in each iteration, 64 of them distinct}}
    // expected-note@+3 {{likewise: load from 'b' here}}
    // expected-note@+2 {{(stage-reuse)}}
    // expected-note@+1 {{assumed: n >=}}
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

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

//--- lights.comp
// Nobody has one of them: there may be few.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer P { vec4 bodies[]; };
layout(std430, binding = 1) buffer O { vec4 o[]; };
uniform uint count;
void main() {
  vec4 own = o[gl_GlobalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < count; ++k)
    // expected-remark@+2 {{load from 'bodies' fetches each byte 256.0 times}}
    // expected-note@+1 {{stage-reuse}}
    sum += bodies[k] - own;
  o[gl_GlobalInvocationID.x] = sum;
}

//--- rows.comp
// Each workgroup goes through a row of its own, as long as the host says.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer P { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer O { vec4 o[]; };
uniform uint count;
void main() {
  uint row = gl_WorkGroupID.x * count;
  vec4 own = bodies[row + gl_LocalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < count; ++k)
    // expected-remark@+2 {{load from 'bodies' fetches each byte 256.0 times}}
    // expected-note@+1 {{stage-reuse}}
    sum += bodies[row + k] - own;
  o[gl_GlobalInvocationID.x] = sum;
}

//--- one-subgroup.comp
// Pairs pay in a workgroup of one subgroup as well.
#version 450
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer P { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer O { vec4 o[]; };
uniform uint count;
void main() {
  vec4 own = bodies[gl_GlobalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < count; ++k)
    // expected-warning@+2 {{load from 'bodies' fetches each byte 32.0 times}}
    // expected-note@+1 {{stage-reuse}}
    sum += bodies[k] - own;
  o[gl_GlobalInvocationID.x] = sum;
}

//--- subgroup.comp
// expected-no-diagnostics
// One subgroup: the load is one request for all lanes.
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer P { vec4 bodies[]; };
layout(std430, binding = 1) buffer O { vec4 o[]; };
uniform uint count;
void main() {
  vec4 own = o[gl_GlobalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < count; ++k)
    sum += bodies[k] - own;
  o[gl_GlobalInvocationID.x] = sum;
}

//--- weights.comp
// Two tables that all lanes share are no product.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint n;
void main() {
  float sum = 0.0;
  for (uint k = 0u; k < n; ++k)
    // expected-remark@+3 {{load from 'a' fetches each byte 256.0 times}}
    // expected-note@+2 {{likewise: load from 'b' here}}
    // expected-note@+1 {{(stage-reuse)}}
    sum += a[k] * b[k];
  c[gl_GlobalInvocationID.x] = sum;
}

//--- sides.comp
// expected-no-diagnostics
// Each of the three ways loads less than pays; together they would.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { float src[]; };
layout(std430, binding = 1) writeonly buffer B { float dst[]; };
uniform uint mode, pass;
float blur(uint at) {
  float sum = 0.0;
  for (uint k = 0u; k < 35u; ++k)
    sum += src[at + k];
  return sum;
}
void main() {
  uint i = gl_LocalInvocationIndex;
  float sum = 0.0;
  if (pass == 0u)
    sum = blur(i);
  else
    switch (mode) {
    case 0u: sum = blur(i + 1u); break;
    case 1u: sum = blur(i + 2u); break;
    }
  // Not under the same condition as any: one more than each way has.
  if (mode == 7u)
    sum += src[i + 3u];
  dst[gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x] = sum;
}

//--- both.comp
// Either way loads enough by itself.
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { float src[]; };
layout(std430, binding = 1) writeonly buffer B { float dst[]; };
uniform uint mode;
void main() {
  uint i = gl_LocalInvocationIndex;
  float sum = 0.0;
  if (mode == 0u)
    for (uint k = 0u; k < 90u; ++k)
      // expected-warning@+1 {{ask for 92160 bytes}}
      sum += src[i + k];
  else
    for (uint k = 0u; k < 100u; ++k)
      // expected-warning@+1 {{ask for 102400 bytes}}
      sum += src[i + 2u * k];
  dst[gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x] = sum;
}

//--- own.comp
// The own body stays the same in all iterations, the other is one address for all
// lanes: each is one load.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint j = 0u; j < 1000u; j++)
    // expected-remark@+1 {{load from 'bodies' fetches each byte}}
    sum += distance(bodies[i], bodies[j]);
  sums[i] = sum;
}

//--- before.comp
// So it is where the own body is loaded in front of the loop as well; what lanes
// share, each its own window, is another matter.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = 1) readonly buffer Rows { float rows[]; };
layout(std430, binding = 2) readonly buffer Others { vec4 others[]; };
layout(std430, binding = 3) writeonly buffer Sums { float sums[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  // expected-remark@+1 {{load from 'bodies' fetches each byte}}
  sum += bodies[i].w;
  for (uint j = 0u; j < 1000u; j++)
    // expected-remark@+1 {{load from 'others' fetches each byte}}
    sum += distance(bodies[i], others[j]);
  for (uint j = 0u; j < 1000u; j++)
    // expected-warning@+1 {{load from 'rows' fetches each byte}}
    sum += rows[i + j];
  sums[i] = sum;
}

//--- paths.comp
// One tile serves both paths.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint n, mode;

void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint k = 0u; k < n; ++k) {
    float x;
    if (mode == 0u)
      // expected-warning@+1 {{load from 'a' fetches each byte 16.0 times: the invocations of a workgroup (16 x 16 = 256) ask for 2048 bytes}}
      x = a[g.y * n + k] * a[g.y * n + k + 1u];
    else
      x = a[g.y * n + k];
    // expected-warning@+1 {{load from 'b'}}
    sum += x * b[k * n + g.x];
  }
  c[g.y * n + g.x] = sum;
}

//--- prologue.comp
// What stands in front of the loop over rows is little beside it.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer C { float c[]; };
uniform uint n, rows;

void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  float scale = 0.0;
  for (uint k = 0u; k < n; ++k)
    // expected-remark@+1 {{load from 'a'}}
    scale += a[g.y * n + k] * b[k * n + g.x];
  for (uint r = 0u; r < rows; ++r) {
    float sum = 0.0;
    for (uint k = 0u; k < n; ++k)
      // (the loop that counts)
      sum += c[(r * n + k) * 4096u + g.y * 1024u + g.x];
    scale += sum;
  }
  c[g.y * n + g.x] = scale;
}
