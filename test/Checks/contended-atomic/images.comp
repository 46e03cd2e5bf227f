// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=contended-atomic %t/texel.comp %t/silent.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=contended-atomic --dispatch=4096,1,1 %t/dispatch.comp

//--- texel.comp
// One texel for all invocations, by any index that they share.
#version 430
layout(local_size_x = 256) in;
layout(r32ui, binding = 0) uniform uimage1D counters;
layout(r32ui, binding = 1) uniform uimage2D slots;
layout(r32ui, binding = 2) uniform uimageBuffer list;
layout(std430, binding = 3) writeonly buffer Places { uint places[]; };
uniform int row;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{atomic on 'counters' goes to one texel from all 32 lanes of a subgroup}}
  // expected-note@+2 {{counted for}}
  // expected-note-re@+1 {{let one invocation issue the atomic{{$}}}}
  imageAtomicAdd(counters, 0, i);
  // expected-remark@+3 {{atomic on 'slots' goes to one texel from all 32 lanes of a subgroup}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{reserve room for all of the workgroup}}
  places[i] = imageAtomicAdd(slots, ivec2(gl_WorkGroupID.x, row), 1u);
  // expected-remark@+3 {{atomic on 'list' goes to one texel from all 32 lanes of a subgroup}}
  // expected-note@+2 {{counted for}}
  // expected-note-re@+1 {{let one invocation issue the atomic{{$}}}}
  imageAtomicMax(list, 7, i);
}

//--- silent.comp
// expected-no-diagnostics
// A texel for each lane, or two lanes; one invocation; an exchange; data decides who comes there, or which texel it is; a loop
// that goes on to another texel in one of its turns.
#version 430
layout(local_size_x = 256) in;
layout(r32ui, binding = 0) uniform uimage1D counters;
layout(r32ui, binding = 1) uniform uimage2D slots;
layout(std430, binding = 3) readonly buffer Data { uint data[]; };
void main() {
  int i = int(gl_GlobalInvocationID.x);
  imageAtomicAdd(counters, i, 1u);
  imageAtomicAdd(slots, ivec2(i / 2, 3), 1u);
  if (gl_LocalInvocationIndex == 0u)
    imageAtomicAdd(counters, 0, 1u);
  imageAtomicExchange(counters, 0, uint(i));
  if (data[i] > 3u)
    imageAtomicAdd(counters, 0, 1u);
  imageAtomicAdd(counters, int(data[i]), 1u);
  for (int k = 0; k < 4; ++k)
    imageAtomicAdd(counters, k == 3 ? i : 5, 1u);
}

//--- dispatch.comp
// Nothing was measured of texels: it stays a remark, whatever the dispatch is.
#version 450
layout(local_size_x = 256) in;
layout(r32ui, binding = 0) uniform uimage1D counters;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  // expected-remark@+1 {{atomic on 'counters' goes to one texel from all 32 lanes of a subgroup}}
  imageAtomicAdd(counters, 0, data[gl_GlobalInvocationID.x]);
}
