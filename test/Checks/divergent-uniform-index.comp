// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=divergent-uniform-index %t/example.comp %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Weights { vec4 weights[64]; };
layout(std430, binding = 1) buffer Values { vec4 values[]; };

void main() {
  // expected-remark@+3 {{load from 'weights', a uniform block, wants 32 addresses in one request: the index differs between the lanes}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{in a storage buffer or in shared memory}}
  values[gl_GlobalInvocationID.x] *= weights[gl_LocalInvocationID.x];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// One element for a subgroup, in a loop and by workgroup.
#version 450
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Weights { vec4 weights[64]; };
layout(std430, binding = 1) buffer Values { vec4 values[]; };
void main() {
  vec4 sum = weights[gl_WorkGroupID.x % 64u];
  for (uint k = 0u; k < 64u; ++k)
    sum += weights[k];
  values[gl_GlobalInvocationID.x] = sum;
}
