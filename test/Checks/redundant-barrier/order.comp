// RUN: %wglint --verify --remarks --checks=redundant-barrier --target-env=vulkan %s

// The first lane of the first subgroup need not be invocation 0; what a lane stores
// itself, it has.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
shared float total;
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  // expected-warning@+2 {{this barrier orders nothing}}
  // expected-note@+1 {{leave it out}}
  barrier();
  float sum = subgroupAdd(s[l]);
  if (gl_SubgroupID == 0u && subgroupElect())
    total = sum;
  // expected-remark@+3 {{this barrier orders nothing}}
  // expected-note@+2 {{assumed: subgroups hold the invocations in the order of their indices}}
  // expected-note@+1 {{leave it out}}
  barrier();
  if (l == 0u)
    dst[gl_WorkGroupID.x] = total;
}
