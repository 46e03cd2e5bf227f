// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=g == 0u' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=gl_GlobalInvocationID == uvec3(0u)' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=gl_WorkGroupID.x == 0u && l == 0u' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=!(g > 0u)' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=g == 0u' -D'COUNTED=isSeen(src[g])' %t/counter.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y == 0u && l == 0u' -D'COUNTED=src[g] > 3u' %t/counter.comp
// RUN: %edit 's/there are several workgroups, //' %t/counter.comp > %t/many-counted.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race,missing-memory-barrier -D'ONE=g == 0u' --dispatch=9,1,1 %t/many-counted.comp

//--- counter.comp
// barrier() makes invocations wait for their own workgroup alone.
#version 450
#ifndef COUNTED
#define COUNTED src[g] > 3u
#endif
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) coherent buffer Counter { uint count, total; };
uniform bool isNearWanted, isFarWanted;
// Data decides under either flag.
bool isSeen(uint distance) {
  bool isLeftOut = false;
  if (isNearWanted)
    isLeftOut = isLeftOut || distance > 9u;
  if (isFarWanted)
    isLeftOut = isLeftOut || distance < 2u;
  return !isLeftOut;
}
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (ONE)
    // expected-warning@+3 {{data race between workgroups: invocation 0 of one of them stores to byte 0 of 'count', which invocation 0 of each atomically changes}}
    // expected-note@+2 {{assumed: there are several workgroups, some data makes an invocation come here}}
    // expected-note@+1 {{no barrier orders workgroups: set it before the dispatch, and read it after that}}
    count = 0u;
  memoryBarrierBuffer();
  barrier();
  if (COUNTED)
    // expected-note@+1 2 {{invocation 0 atomically changes it here}}
    atomicAdd(count, 1u);
  memoryBarrierBuffer();
  barrier();
  if (ONE)
    // expected-warning@+3 {{data race between workgroups: invocation 0 of one of them loads byte 0 of 'count', which invocation 0 of each atomically changes}}
    // expected-note@+2 {{assumed: there are several workgroups, some data makes an invocation come here}}
    // expected-note@+1 {{no barrier orders workgroups}}
    total = count;
}
