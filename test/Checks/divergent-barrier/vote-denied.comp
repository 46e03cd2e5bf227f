// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier --target-env=vulkan -D'SKIP=!subgroupAny(v > 1u)' %t/vote-denied.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier --target-env=vulkan -D'SKIP=!subgroupAny(v > 1u) && mode == 1u' %t/vote-denied.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier --target-env=vulkan -D'SKIP=subgroupAll(v == 1u) == false' %t/vote-denied.comp
// RUN: %edit -e 's/expected-error.*/expected-no-diagnostics/' -e 's/gl_GlobalInvocationID.x,/gl_WorkGroupID.x,/' %t/vote-denied.comp > %t/near-miss.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier --target-env=vulkan -D'SKIP=!subgroupAny(data[g] > 1u)' %t/near-miss.comp
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier --target-env=vulkan -D'SKIP=!subgroupAny(mode > 1u)' %t/near-miss.comp

//--- vote-denied.comp
// The opposite of a vote is a vote, and so is one beside something else. Of
// what all see, it is the same in all subgroups.
#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
layout(push_constant) uniform Params { uint mode; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x, v = data[g];
  bool isSkipped = SKIP;
  if (isSkipped)
    return;
  s[l] = v;
  // expected-error@+1 {{data decides for each subgroup whether it reaches this barrier (loaded from 'data')}}
  barrier();
  dst[gl_GlobalInvocationID.x] = s[255u - l];
}
