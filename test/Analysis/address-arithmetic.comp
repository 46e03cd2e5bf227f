// Addresses that a shader computes: elements of a reference (GL_EXT_buffer_reference2), and numbers made of
// one and back.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --target-env=vulkan %t/elements.comp | FileCheck %t/elements.comp
// RUN: %wglint --verify --verify-ignore=note --target-env=vulkan --checks=-*,data-race,divergent-barrier %t/race.comp %t/null.comp %t/element.comp

//--- elements.comp
#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer Number { float value; };
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer Pair { float x, y; };
layout(push_constant) uniform Params { Number numbers; Pair pairs; uint64_t address; } params;
void main() {
  uint i = gl_GlobalInvocationID.x;
  // CHECK-LABEL: load global 'value'
  // CHECK-NEXT: lane stride: 128 bytes
  // CHECK: per request 32, ideal 4
  float sum = params.numbers[i * 32u].value;
  // CHECK-LABEL: load global 'y'
  // CHECK-NEXT: lane stride: 8 bytes
  // CHECK: per request 8..9, ideal 4
  sum += params.pairs[i].y;
  // CHECK-LABEL: load global 'value'
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK: per request 4..5, ideal 4
  sum += Number(params.address + uint64_t(i) * 4ul).value;
  // CHECK-LABEL: store global 'value'
  // CHECK-NEXT: lane stride: 4 bytes
  params.numbers[i + 5u].value = sum;
}

//--- race.comp
// Neighbours' elements by one address.
#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 64) in;
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer Number { float value; };
layout(push_constant) uniform Params { Number numbers; } params;
void main() {
  uint i = gl_LocalInvocationIndex;
  // expected-warning@+1 {{data race: invocation 1 stores to byte 4 + params.numbers of 'value', which invocation 0 loads}}
  params.numbers[i].value = params.numbers[i + 1u].value;
}

//--- null.comp
// Whether there is a buffer is the same for all.
// expected-no-diagnostics
#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Number { float value; };
layout(push_constant) uniform Params { Number numbers; } params;
shared float tile[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  if (uint64_t(params.numbers) == 0ul) return;
  tile[i] = params.numbers[i].value;
  barrier();
  params.numbers[i].value = tile[63u - i];
}

//--- element.comp
// No element of a buffer is at address 0, and the low half of an address leads elsewhere.
// expected-no-diagnostics
#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Number { float value; };
layout(push_constant) uniform Params { Number numbers; } params;
shared float tile[64];
void main() {
  uint i = gl_LocalInvocationIndex;
  Number mine = params.numbers + int(i);
  if (uint64_t(mine) == 0ul) return;
  tile[i] = mine.value;
  barrier();
  uint64_t low = uint64_t(uint(uint64_t(params.numbers)));
  Number(low + uint64_t(63u - i) * 4ul).value = tile[63u - i];
  barrier();
  mine.value = tile[i];
}
