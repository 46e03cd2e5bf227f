// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race --target-env=vulkan %s

// Lanes of one subgroup store to what they alone have loaded; with the other subgroups
// among those that load, it is a race like any other.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[256];
shared float t[256];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = t[l] = src[g];
  barrier();
  float sum = subgroupAdd(s[l]);
  float v = 0.0;
  if (gl_SubgroupID == 0u) {
    v = s[gl_SubgroupInvocationID ^ 1u];
    // expected-remark@+1 {{data race: invocation 0 stores to byte 0 of 's', which invocation 1 loads}}
    s[gl_SubgroupInvocationID] = sum;
  }
  v += t[0];
  // expected-warning@+2 {{data race: invocation 0 stores to byte 0 of 't'}}
  if (l == 0u)
    t[l] = sum;
  dst[g] = v;
}
