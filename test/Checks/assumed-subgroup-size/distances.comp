// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=assumed-subgroup-size -D'LOOP=int d = 16; d > 0; d >>= 1' %t/distances.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=assumed-subgroup-size -D'LOOP=int d = 1; d < 32; d <<= 1' %t/distances.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=assumed-subgroup-size -D'LOOP=uint d = 1u; d < 32u; d *= 2u' %t/distances.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=assumed-subgroup-size -D'LOOP=uint d = 1u; d <= 16u; d += d' %t/distances.comp

// Lanes of 16, whichever way; a distance that is not doubled, and one whose end
// the host gives.
// RUN: %edit 's/expected-.*/expected-no-diagnostics/' %t/distances.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=assumed-subgroup-size -D'LOOP=int d = 8; d > 0; d >>= 1' %t/none.comp
// RUN: %wglint --verify --remarks --checks=assumed-subgroup-size -D'LOOP=int d = 1; d < 16; d <<= 1' %t/none.comp
// RUN: %wglint --verify --remarks --checks=assumed-subgroup-size -D'LOOP=uint d = 1u; d <= 15u; d += d' %t/none.comp
// RUN: %wglint --verify --remarks --checks=assumed-subgroup-size -D'LOOP=uint d = 1u; d < 32u; d += 2u' %t/none.comp
// RUN: %wglint --verify --remarks --checks=assumed-subgroup-size -D'LOOP=uint d = 1u; d < lanes; d *= 2u' %t/none.comp

//--- distances.comp
// The distance is an int, or grows.
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { int data[]; };
layout(push_constant) uniform Constants { uint lanes; };
void main() {
  int most = data[gl_GlobalInvocationID.x];
  for (LOOP)
    // expected-remark@+1 {{shuffles over distances up to 16 combine 32 lanes}}
    most = max(most, subgroupShuffleXor(most, uint(d)));
  data[gl_GlobalInvocationID.x] = most;
}
