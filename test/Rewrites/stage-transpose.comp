// RUN: rm -rf %t && split-file %s %t && cd %t

// A strided store. The rows of the block that a workgroup stores are shorter
// than 64 bytes, so the workgroups are turned too. The early return
// becomes a condition; the proof runs both at sizes that are no multiple.
// RUN: cp store.comp fixed.comp
// RUN: %wglint --device=llvmpipe --fix=stage-transpose fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: FileCheck %s --check-prefix=STORE --input-file=fixed.comp
// PROOF: 'stage-transpose' stores 'dst' through a shared tile
// PROOF: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// STORE: shared float dstTile[8][36];
// STORE: uvec3 {{group2?}} = uvec3({{.*}} / gl_NumWorkGroups.y, {{.*}} % gl_NumWorkGroups.y, gl_WorkGroupID.z);
// STORE: uvec2 p = global.xy;
// STORE: if (p.x < width && p.y < height) { // the edge
// STORE: dstTile[gl_LocalInvocationID.y][gl_LocalInvocationID.x] = v;
// STORE-NEXT: }
// STORE-NEXT: barrier();
// STORE: if (pTurned.x < width && pTurned.y < height)
// STORE-NEXT: dst[pTurned.x * height + pTurned.y] = dstTile[turned.y][turned.x];

// A strided load: the tile is filled first. The index comes out of a macro, the
// condition is an `if` around the access.
// RUN: cp load.comp fixed.comp
// RUN: %wglint --device=llvmpipe --fix=stage-transpose fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF-LOAD
// RUN: FileCheck %s --check-prefix=LOAD --input-file=fixed.comp
// PROOF-LOAD: 'stage-transpose' loads 'src' through a shared tile
// PROOF-LOAD: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// LOAD: if (xTurned < width && yTurned < height)
// LOAD-NEXT: srcTile[turned.y][turned.x] = src[
// LOAD-NEXT: barrier();
// LOAD: dst[y * width + x] = srcTile[gl_LocalInvocationID.y][gl_LocalInvocationID.x];

// Several elements for each invocation: asked for, and unsafe, because the
// dispatch has to change.
// RUN: %wglint-opt --rewrite=stage-transpose %t/store.comp | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: unsafe: {{.*}} a workgroup takes 32 x 32 x 1 elements
// SEVERAL: for (uint element = gl_LocalInvocationIndex; element < 1024u; element += 256u) {
// SEVERAL: continue;

// Memory is read behind the store, perhaps where it stores.
// RUN: %wglint-opt --rewrite=stage-transpose %t/behind.comp | FileCheck %s --check-prefix=REFUSED
// The buffer is coherent.
// RUN: %wglint-opt --rewrite=stage-transpose %t/coherent.comp | FileCheck %s --check-prefix=REFUSED
// An invocation leaves from within a loop.
// RUN: %wglint-opt --rewrite=stage-transpose %t/leaves.comp | FileCheck %s --check-prefix=REFUSED
// REFUSED-NOT: +shared
// REFUSED: no offer

//--- store.comp
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint width, height;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  if (p.x >= width || p.y >= height)
    return; // the edge
  float v = src[p.y * width + p.x];
  dst[p.x * height + p.y] = v;
}

//--- load.comp
#version 450
#define AT(row, column, pitch) ((row) * (pitch) + (column))
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint width, height;
void main() {
  uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
  if (x < width && y < height)
    dst[y * width + x] = src[AT(x, y, height)];
}

//--- behind.comp
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(std430, binding = 2) writeonly buffer Sum { float sum[]; };
uniform uint width, height;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.x * height + p.y] = src[p.y * width + p.x];
  sum[p.y * width + p.x] = src[p.y * width + p.x];
}

//--- coherent.comp
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) coherent writeonly buffer Dst { float dst[]; };
uniform uint width, height;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.x * height + p.y] = src[p.y * width + p.x];
}

//--- leaves.comp
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint width, height;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  for (uint i = 0u; i < 4u; ++i)
    if (src[i] > 1.0)
      return;
  dst[p.x * height + p.y] = src[p.y * width + p.x];
}
