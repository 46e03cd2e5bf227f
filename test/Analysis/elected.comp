// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=data-race,same-value-race --target-env=vulkan %t/one.comp

// Of a subgroup one invocation is elected, also where it is not known which ones
// are active.

//--- one.comp
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint counts[256], others[256];
void main() {
  uint i = gl_GlobalInvocationID.x;
  counts[gl_LocalInvocationIndex] = others[gl_LocalInvocationIndex] = 0u;
  barrier();
  if (data[i] > 7u) {
    if (subgroupElect())
      counts[gl_SubgroupID] += 2u;
    others[gl_SubgroupID] = i; // expected-warning {{data race}}
  }
  barrier();
  data[i] = counts[gl_SubgroupID] + others[gl_SubgroupID];
}
