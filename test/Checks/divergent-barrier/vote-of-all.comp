// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier --target-env=vulkan %s

// Of one value that all see, the vote is the same in all subgroups.
// expected-no-diagnostics
#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(push_constant) uniform Params { uint mode; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationIndex, v = data[gl_WorkGroupID.x];
  if (subgroupAny(v != 0u) || subgroupAll(mode == 3u)) {
    s[l] = l;
    barrier();
    data[gl_GlobalInvocationID.x] = s[255u - l];
  }
}
