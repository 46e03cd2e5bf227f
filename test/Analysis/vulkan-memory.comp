// Memory that Vulkan's GLSL adds: scalar layout, push constants, buffer references.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper %s | FileCheck %s
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --assume=base=8 --assume=scale=2 %s | FileCheck --check-prefix=GIVEN %s

#version 450
#extension GL_EXT_scalar_block_layout : enable
#extension GL_EXT_buffer_reference : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : enable
layout(local_size_x = 32) in;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Reference { float values[]; };
layout(buffer_reference, std430) buffer Pairs { vec2 pairs[]; };
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer Words { uint words[]; };
layout(scalar, binding = 0) buffer A { vec3 packed[]; };
layout(std430, binding = 1) buffer B { float pushed[]; };
struct Draw { uint mesh, material; mat4 model; };
layout(scalar, binding = 2) readonly buffer Draws { Draw draws[]; };
layout(binding = 3) writeonly buffer C { vec4 moved[]; };
layout(push_constant) uniform Push { uint base; uint scale; Reference reference; Pairs pairs; uint64_t address; };

void main() {
  uint i = gl_LocalInvocationID.x;
  Words words = Words(address);

  // 12 bytes at multiples of 12 go as three words, each over 12 sectors.
  packed[i] = vec3(0.0);
  // CHECK-LABEL: store global 'packed' 12 bytes: assumed
  // CHECK-NEXT: lane stride: 12 bytes
  // CHECK-NEXT: per request 12, ideal 4
  // CHECK-NEXT: workgroup: requests 3, sectors 36, ideal 12
  // CHECK-NEXT: assumed: an access of 12 bytes is issued as 3 requests

  // Members that lie where std430 would not put them: nothing behind the last.
  Draw draw = draws[i];
  moved[i] = draw.model * vec4(draw.mesh, draw.material, 0.0, 1.0);
  // CHECK: load global 'draws' 72 bytes
  // CHECK-NEXT: lane stride: 72 bytes

  pushed[i * scale + base] = 0.0;
  // CHECK: store global 'pushed'
  // CHECK-NEXT: lane stride: 4 * {{.*}}scale bytes
  // CHECK-NEXT: per request 32, ideal 4
  // GIVEN: store global 'pushed'
  // GIVEN-NEXT: lane stride: 8 bytes
  // GIVEN-NEXT: per request 8, ideal 4

  // Where a referenced buffer lies is not known beyond its elements' alignment.
  reference.values[i] = 0.0;
  // CHECK: store global '{{.*}}values' 4 bytes: bounded
  // CHECK-NEXT: lane stride: 4 bytes
  // CHECK-NEXT: per request 4..5, ideal 4
  // CHECK-NEXT: workgroup: requests 1, sectors 4..5, ideal 4

  // The alignment that the access declares holds its 8 bytes together.
  pairs.pairs[i] = vec2(0.0);
  // CHECK: store global '{{.*}}pairs' 8 bytes: bounded
  // CHECK-NEXT: lane stride: 8 bytes
  // CHECK-NEXT: per request 8..9, ideal 8
  // CHECK-NEXT: workgroup: requests 1, sectors 8..9, ideal 8

  // So it does where the workgroup's number is a part of the address: no element of 4
  // bytes lies in two sectors.
  words.words[gl_GlobalInvocationID.x * 30u] = 0u;
  // CHECK: store global '{{.*}}words' 4 bytes: exact
  // CHECK-NEXT: lane stride: 120 bytes
  // CHECK-NEXT: per request 32, ideal 4
}
