// RUN: rm -rf %t && split-file %s %t && cd %t

// `stage-reuse.outputs`: an invocation takes several rows, in a workgroup that is
// smaller by as much, so that the dispatch stays. What the tile of the other
// matrix gives serves all of them. The early return is one for each row.
// RUN: cp matrices.comp fixed.comp
// RUN: %wglint --remarks --device=llvmpipe --fix=stage-reuse \
// RUN:   --rewrite-option=stage-reuse.outputs=4 fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: FileCheck %s --check-prefix=ROWS --input-file=fixed.comp
// PROOF: 'stage-reuse' reads 16 iterations at a time {{.*}}; an invocation takes 4 outputs along y, in as many workgroups of 16 x 4 x 1
// PROOF-NOT: dispatch
// PROOF: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// ROWS: layout(local_size_x = 16, local_size_y = 4) in;
// ROWS: shared float aTile[16][{{1[6-9]|2[0-9]}}];
// What is the same for all rows stays one variable.
// ROWS: uint column = gl_GlobalInvocationID.x;
// ROWS: uint row[4];
// ROWS: bool isInside[4];
// ROWS: float sum[4];
// ROWS: row[part] = gl_WorkGroupID.y * 16u + gl_LocalInvocationID.y + 4u * part;
// ROWS: isInside[part] = row[part] < rows && column < columns;
// ROWS: aTile[gl_LocalInvocationID.y + 4u * part][gl_LocalInvocationID.x] = row[part] < rows
// ROWS: barrier();
// ROWS: for (uint k = 0u; k < 16u; k++) {
// ROWS-NEXT: // one product
// ROWS-NEXT: float bTileRead = bTile[k][gl_LocalInvocationID.x];
// ROWS-NEXT: for (uint part = 0u; part < 4u; ++part)
// ROWS-NEXT: sum[part] += aTile[gl_LocalInvocationID.y + 4u * part][k] * bTileRead;
// ROWS: barrier();
// ROWS: if (isInside[part])
// ROWS-NEXT: c[row[part] * columns + column] = sum[part];

// Who allows another dispatch gets workgroups as they were, that take as many
// times the rows; `compare` runs the new one.
// RUN: cp matrices.comp wide.comp
// RUN: %wglint --remarks --device=llvmpipe --fix=stage-reuse --unsafe-fixes \
// RUN:   --rewrite-option=stage-reuse.outputs=2 wide.comp 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: an invocation takes 2 outputs along y, in workgroups of 16 x 16 x 1
// WIDE: dispatch changes: (x, (y + 1) / 2, z) workgroups in place of (x, y, z); ids that are added at the edges have to be harmless
// WIDE: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// RUN: grep 'shared float aTile.32.' wide.comp
// RUN: %wglint-run compare --device=llvmpipe --workgroups=2,4,1 --workgroup-covers-b=16,32,1 \
// RUN:   --uniform=rows=50 --uniform=inner=21 --uniform=columns=30 matrices.comp wide.comp
// Half of the rows are missing with the dispatch of before.
// RUN: not %wglint-run compare --device=llvmpipe --workgroups=2,4,1 --workgroups-b=2,1,1 \
// RUN:   --uniform=rows=50 --uniform=inner=21 --uniform=columns=30 matrices.comp wide.comp

// The form that is liked best may be refused by the proof; the other one says so.
// RUN: not %wglint --remarks --device=llvmpipe --target=nvidia-hopper --fix=stage-reuse --unsafe-fixes \
// RUN:   --rewrite-option=stage-reuse.outputs=2 --diff %inputs/slow/nbody.comp 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: an invocation takes 2 outputs along x, in as many workgroups of 128 x 1 x 1
// SECOND-NEXT: validated: {{.*}}; not in the form that was tried first: that it is free of races cannot be shown within the analysis' budget

// Three do not divide the side of the workgroup: only the other form is left,
// or the one without.
// RUN: %wglint-opt --rewrite=stage-reuse --rewrite-option=stage-reuse.outputs=3 matrices.comp | FileCheck %s --check-prefix=THREE
// THREE: unsafe: {{.*}} takes 3 outputs along y, in workgroups of 16 x 16 x 1
// THREE: needs-validation: reads 16 iterations at a time into shared memory, into 'aTile', 'bTile'; not with several outputs: no side of the workgroup can be divided so

// Of bodies, one axis, and a value that an `if` keeps in its place. What one body
// is comes from in front of the loop.
// RUN: cp bodies.comp fixed.comp
// RUN: %wglint --remarks --device=llvmpipe --fix=stage-reuse \
// RUN:   --rewrite-option=stage-reuse.outputs=2 fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF-BODIES
// RUN: FileCheck %s --check-prefix=BODIES --input-file=fixed.comp
// PROOF-BODIES: reads 128 iterations {{.*}} takes 2 outputs along x, in as many workgroups of 128 x 1 x 1
// PROOF-BODIES: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// BODIES: vec3 position[2];
// BODIES-NEXT: vec3 sum[2];
// BODIES: position[part] = isInside[part] ? bodies[i[part]].xyz : vec3(0);
// BODIES-NEXT: sum[part] = vec3(0.0);
// One part fills what is no longer than the workgroup.
// BODIES: for (int kTile
// BODIES-NEXT: int kCount
// BODIES-NEXT: if (gl_LocalInvocationIndex < 128u) {
// BODIES-NEXT: bodiesTile[gl_LocalInvocationIndex] =
// BODIES: for (int k = 0; k < kCount; ++k) {
// BODIES-NEXT: for (uint part = 0u; part < 2u; ++part)
// BODIES-NEXT: if ((kTile + k) != i[part])
// BODIES-NEXT: sum[part] += pull(position[part], bodiesTile[k]);

// A macro that is the side of the workgroup and of more: the text goes on to
// mean what it meant, as do whole ids and the size.
// RUN: cp macros.comp fixed.comp
// RUN: %wglint --remarks --device=llvmpipe --fix=stage-reuse \
// RUN:   --rewrite-option=stage-reuse.outputs=2 fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF-MACROS
// RUN: FileCheck %s --check-prefix=MACROS --input-file=fixed.comp
// PROOF-MACROS: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// MACROS: #define SIDE 16
// MACROS: layout(local_size_x = SIDE, local_size_y = 8) in;
// MACROS: uvec3 global = gl_WorkGroupID * uvec3(16u, 16u, 1u) + gl_LocalInvocationID + uvec3(0u, 8u * part, 0u);
// MACROS-NEXT: p[part] = global.xy;
// MACROS: c[p[part].y * (SIDE * uvec3(16u, 16u, 1u).x) + p[part].x] = sum[part];

// Not with several: a function that reads an id; a variable that outlives a
// part.
// RUN: %wglint-opt --rewrite=stage-reuse --rewrite-option=stage-reuse.outputs=2 reads.comp | FileCheck %s --check-prefix=READS
// READS: needs-validation: {{.*}}; not with several outputs: a function reads gl_LocalInvocationID
// RUN: %wglint-opt --rewrite=stage-reuse --rewrite-option=stage-reuse.outputs=2 keeps.comp | FileCheck %s --check-prefix=KEEPS
// KEEPS: needs-validation: {{.*}}; not with several outputs: 'calls' would keep its value from one part to the next

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
layout(local_size_x = 256) in;
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

//--- macros.comp
#version 450
#define SIDE 16
#define AT(row, column, width) ((row) * (width) + (column))
layout(local_size_x = SIDE, local_size_y = SIDE) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint inner;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float sum;
  sum = 0.0;
  for (uint k = 0u; k < inner; k++)
    sum += a[AT(p.y, k, inner)] * b[AT(k, p.x, 256u)];
  c[p.y * (SIDE * gl_WorkGroupSize.x) + p.x] = sum;
}

//--- reads.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint inner, columns;
uint row() { return gl_WorkGroupID.y * 16u + gl_LocalInvocationID.y; }
void main() {
  uvec2 at = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint k = 0u; k < inner; k++)
    sum += a[at.y * inner + k] * b[k * columns + at.x];
  c[row() * columns + at.x] = sum;
}

//--- keeps.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint inner, columns;
uint calls = 0u;
void main() {
  uvec2 at = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint k = 0u; k < inner; k++)
    sum += a[at.y * inner + k] * b[k * columns + at.x];
  calls++;
  c[(at.y + calls - 1u) * columns + at.x] = sum;
}
