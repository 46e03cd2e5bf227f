// RUN: rm -rf %t && split-file %s %t && cd %t

// Both matrices go through tiles; edges are filled with what no one reads; the
// early return becomes a variable. The proof runs both, bit for bit.
// RUN: cp matrices.comp fixed.comp
// RUN: %wglint --device=llvmpipe --fix=stage-reuse fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: FileCheck %s --check-prefix=MATRICES --input-file=fixed.comp
// PROOF: 'stage-reuse' reads 16 iterations at a time into shared memory, into 'aTile', 'bTile'
// PROOF: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// MATRICES: bool isInside = row < rows && column < columns;
// MATRICES: for (uint kTile = 0u; kTile < inner; kTile += 16u) {
// MATRICES: uint kCount = min(16u, inner - kTile);
// MATRICES: = row < rows && gl_LocalInvocationID.x < kCount ? a[row * inner + kTile + gl_LocalInvocationID.x] : 0.0;
// MATRICES: barrier();
// MATRICES: for (uint k = 0u; k < 16u; k++) {
// MATRICES-NEXT: // one product
// MATRICES-NEXT: sum += aTile[gl_LocalInvocationID.y][k] * bTile[k][gl_LocalInvocationID.x];
// MATRICES: for (uint k = 0u; k < kCount; k++)
// MATRICES: barrier();
// MATRICES: if (isInside)
// MATRICES-NEXT: c[row * columns + column] = sum;

// A helper function, an excepted iteration, an int that starts elsewhere, and a
// load in front of the loop that becomes a choice.
// RUN: %wglint-opt --rewrite=stage-reuse bodies.comp | FileCheck %s --check-prefix=BODIES
// BODIES: vec3 position = isInside ? bodies[i].xyz : vec3(0), sum = vec3(0.0);
// BODIES: if ((kTile + k) != i)
// BODIES: sum += pull(position, bodiesTile[k]);

// `signal[i + k]`: the tile holds the sums, one more than the chunk is long.
// RUN: cp filter.comp fixed.comp
// RUN: %wglint --remarks --device=llvmpipe --fix=stage-reuse fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF-FILTER
// RUN: FileCheck %s --check-prefix=FILTER --input-file=fixed.comp
// PROOF-FILTER: 'stage-reuse' reads 256 iterations at a time into shared memory, into 'weightsTile', 'signalTile'
// PROOF-FILTER: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// FILTER: shared float signalTile[511];
// FILTER: sum += weightsTile[k] * signalTile[gl_LocalInvocationID.x + k];

// The loop runs differently often; it is left early; it stores.
// RUN: %wglint-opt --rewrite=stage-reuse %t/uneven.comp | FileCheck %s --check-prefix=REFUSED
// RUN: %wglint-opt --rewrite=stage-reuse %t/leaves.comp | FileCheck %s --check-prefix=REFUSED
// RUN: %wglint-opt --rewrite=stage-reuse %t/stores.comp | FileCheck %s --check-prefix=REFUSED
// REFUSED-NOT: +shared
// REFUSED: no offer

// The first load stands in front of the loop. All lanes load the same: no sector
// is saved, but requests are.
// RUN: not %wglint --device=llvmpipe --fix=stage-reuse --diff pull.comp 2>&1 | FileCheck %s --check-prefix=PULL
// PULL-DAG: predicted: 49.12 to 34.50 sectors and wavefronts for each invocation, with the issue of requests
// PULL-DAG: +{{.*}}sum += bodiesTile[k] - own;

// A function that calls another one of its name is asked once what it reads.
// RUN: %wglint --fail-on=error --checks=redundant-global-load overloads.comp | FileCheck %s --check-prefix=OVERLOADS
// OVERLOADS: overloads.comp:17:12: warning: load from 'a' fetches each byte 16.0 times

//--- overloads.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uint halved(int x) { return uint(x) / 2u; }
uint halved(uint x) { return halved(int(x)); }
uint row(uint x) {
  if (x > 7u)
    return halved(2u * x);
  return x;
}
void main() {
  uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
  float sum = 0.0;
  for (uint k = 0u; k < 1024u; ++k)
    sum += a[row(y) * 1024u + k] * b[row(k) * 1024u + x];
  c[y * 1024u + x] = sum;
}

//--- matrices.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint rows, inner, columns;
void main() {
  uint row = gl_GlobalInvocationID.y;
  uint column = gl_GlobalInvocationID.x;
  if (row >= rows || column >= columns)
    return;
  float sum = 0.0;
  for (uint k = 0u; k < inner; k++) {
    // one product
    sum += a[row * inner + k] * b[k * columns + column];
  }
  c[row * columns + column] = sum;
}

//--- bodies.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer Forces { vec4 forces[]; };
uniform int count;
vec3 pull(vec3 from, vec4 to) {
  vec3 d = to.xyz - from;
  return d * (to.w * inversesqrt(dot(d, d) + 0.01));
}
void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (i < count) {
    vec3 position = bodies[i].xyz, sum = vec3(0.0);
    for (int k = 1; k < count; ++k)
      if (k != i)
        sum += pull(position, bodies[k]);
    forces[i] = vec4(sum, 0.0);
  }
}

//--- filter.comp
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Signal { float signal[]; };
layout(std430, binding = 1) readonly buffer Weights { float weights[]; };
layout(std430, binding = 2) writeonly buffer Dst { float dst[]; };
uniform uint length, taps;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i + taps > length)
    return;
  float sum = 0.0;
  for (uint k = 0u; k < taps; ++k)
    sum += weights[k] * signal[i + k];
  dst[i] = sum;
}

//--- uneven.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < i; ++k)
    sum += src[k];
  dst[i] = sum;
}

//--- leaves.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < count; ++k) {
    if (sum > float(i))
      break;
    sum += src[k];
  }
  dst[i] = sum;
}

//--- stores.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < count; ++k)
    dst[i * count + k] = src[k];
}

//--- pull.comp
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = 1) writeonly buffer Forces { vec4 forces[]; };
void main() {
  vec4 own = bodies[gl_GlobalInvocationID.x], sum = vec4(0.0);
  for (uint k = 0u; k < 512u; ++k)
    sum += bodies[k] - own;
  forces[gl_GlobalInvocationID.x] = sum;
}
