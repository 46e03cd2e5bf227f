// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier --target-env=vulkan %t/vote.comp
// RUN: %edit -e 's/_x = 256/_x = 32/' -e 's/expected-error.*/expected-no-diagnostics/' %t/vote.comp > %t/vote-of-one.comp
// RUN: %wglint --verify --checks=divergent-barrier --target-env=vulkan --target=nvidia-ampere %t/vote-of-one.comp

//--- vote.comp
// Each subgroup votes for itself when to leave.
#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationIndex, v = data[gl_GlobalInvocationID.x];
  for (uint k = 0u; k < 16u; ++k) {
    s[l] = v;
    // expected-error@+1 {{data decides for each subgroup whether it reaches this barrier (loaded from 'data')}}
    barrier();
    v = max(v, s[(l + 1u) & 255u]) - 1u;
    barrier();
    if (subgroupAll(v == 0u)) break;
  }
  data[gl_GlobalInvocationID.x] = v;
}
