// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=privatize-atomics %t/histogram.comp | FileCheck %s --check-prefix=BINS
// BINS: needs-validation: lets each workgroup gather 'hist.bins' in shared memory first; 1024 workgroups share the work of all
// BINS: +shared uint localTable[256];
// BINS: +uvec3 turnOfGroup;
// BINS-NEXT: +uvec3 globalId() {
// BINS-NEXT: +  return turnOfGroup * uvec3(256u, 1u, 1u) + gl_LocalInvocationID;
// BINS: +void countLocally() {
// BINS-NEXT: +  uint i = globalId().x;
// BINS: +void main() {
// BINS-NEXT: +  uint groups = gl_NumWorkGroups.x, workers = min(groups, 1024u);
// BINS-NEXT: +  uint own = gl_WorkGroupID.x;
// BINS-NEXT: +  if (own >= workers)
// BINS-NEXT: +    return;
// BINS: +  for (uint i = own; i < groups; i += workers) {
// BINS-NEXT: +    turnOfGroup = uvec3(i, gl_WorkGroupID.yz);
// BINS-NEXT: +    countLocally();
// BINS-NEXT: +  }

// Each workgroup for itself comes after that.
// BINS: needs-validation: lets each workgroup gather 'hist.bins' in shared memory first{{$}}
// BINS: +shared uint localTable[256];
// BINS: -void main() {
// BINS: +void countLocally() {
// BINS:    if (i >= n)
// BINS:      return;
// BINS: +  atomicAdd(localTable[bin(i)], 1u); // count
// BINS: +void main() {
// BINS-NEXT: +  for (uint i = gl_LocalInvocationIndex; i < 256u; i += 256u)
// BINS-NEXT: +    localTable[i] = 0u;
// BINS-NEXT: +  barrier();
// BINS-NEXT: +  countLocally();
// BINS-NEXT: +  barrier();
// BINS-NEXT: +  for (uint i = gl_LocalInvocationIndex; i < 256u; i += 256u)
// BINS-NEXT: +    if (localTable[i] != 0u)
// BINS-NEXT: +      atomicAdd(hist.bins[i], localTable[i]);

// Values for each invocation change the dispatch.
// RUN: %wglint-opt --rewrite=privatize-atomics --rewrite-option=privatize-atomics.values=16 %t/histogram.comp | FileCheck %s --check-prefix=VALUES
// VALUES: unsafe: lets each workgroup gather 'hist.bins' in shared memory first; an invocation does the work of 16
// VALUES: +  for (uint i = 0u; i < 16u; ++i) {
// VALUES-NEXT: +    turnOfGroup = uvec3(gl_WorkGroupID.x * 16u + i, gl_WorkGroupID.yz);

// Rows and columns, with fewer workers than workgroups.
// RUN: %wglint --remarks --fix=privatize-atomics --rewrite-option=privatize-atomics.workgroups=3 %t/image.comp
// RUN: FileCheck %s --check-prefix=IMAGE < %t/image.comp
// IMAGE: uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y, workers = min(groups, 3u);
// IMAGE: turnOfGroup = uvec3(i % gl_NumWorkGroups.x, i / gl_NumWorkGroups.x, gl_WorkGroupID.z);

// A variable that would go on from one turn to the next.
// RUN: %wglint-opt --rewrite=privatize-atomics %t/kept.comp | FileCheck %s --check-prefix=KEPT
// KEPT-NOT: share the work of all
// KEPT: needs-validation: lets each workgroup gather 'bins' in shared memory first{{$}}

// RUN: %wglint-opt --rewrite=privatize-atomics %t/counter.comp | FileCheck %s --check-prefix=COUNTER
// COUNTER: +shared uint localCount;
// COUNTER: +  atomicMax(localCount, src[gl_GlobalInvocationID.x]);
// COUNTER: +  if (gl_LocalInvocationIndex == 0u)
// COUNTER-NEXT: +    localCount = 0u;
// COUNTER: +  if (gl_LocalInvocationIndex == 0u)
// COUNTER-NEXT: +    atomicMax(largest, localCount);

// The result is used: it has to be the buffer's.
// RUN: %wglint-opt --rewrite=privatize-atomics %t/used.comp | FileCheck %s --check-prefix=USED
// USED: no offer

//--- histogram.comp
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Hist { uint total; uint bins[256]; } hist;
uniform uint n;
uint bin(uint i) { return src[i] & 255u; }
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= n)
    return;
  atomicAdd(hist.bins[bin(i)], 1u); // count
}

//--- counter.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Out { uint largest; };
void main() {
  atomicMax(largest, src[gl_GlobalInvocationID.x]);
}

//--- used.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Out { uint count; uint list[]; };
void main() {
  list[atomicAdd(count, 1u)] = src[gl_GlobalInvocationID.x];
}

//--- image.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Hist { uint bins[64]; };
uniform uint width, height;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  if (p.x < width && p.y < height)
    atomicAdd(bins[src[p.y * width + p.x] & 63u], 1u + gl_WorkGroupID.y);
}

//--- kept.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) buffer Hist { uint bins[64]; };
uint seen = 0u;
void main() {
  seen += src[gl_GlobalInvocationID.x];
  atomicAdd(bins[seen & 63u], 1u);
}
