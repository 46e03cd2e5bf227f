// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=privatize-atomics %t/histogram.comp | FileCheck %s --check-prefix=BINS
// BINS: needs-validation: lets each workgroup gather 'hist.bins' in shared memory first
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
