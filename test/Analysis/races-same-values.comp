// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=data-race,same-value-race %t/loop.comp \
// RUN:   %t/own-loop.comp
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=data-race,same-value-race --target-env=vulkan %t/address.comp \
// RUN:   %t/subgroup.comp
// RUN: %exits_with 1 %wglint --remarks --checks=data-race,same-value-race --target-env=vulkan -DLANES=64 %t/all.comp | FileCheck --check-prefix=RACE %t/all.comp
// RUN: %wglint --remarks --checks=data-race,same-value-race --target-env=vulkan -DLANES=32 %t/all.comp | FileCheck --check-prefix=SAME %t/all.comp

// What several invocations store is the same where they have done the same.

// A loop that the host decides the length of, which is the same for all.
//--- loop.comp
#version 430
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba32f, binding = 0) uniform writeonly image2D target;
layout(binding = 1) uniform sampler2D source;
uniform int width;
void main() {
  int row = int(gl_GlobalInvocationID.y);
  vec4 most = vec4(-1000.0), sum = vec4(0.0);
  for (int i = 0; i < width; ++i)
    most = max(most, texelFetch(source, ivec2(i, row), 0));
  for (int i = 0; i < width; ++i)
    sum += exp(texelFetch(source, ivec2(i, row), 0) - most);
  // expected-remark@+1 {{store the same value to a texel of 'target'}}
  imageStore(target, ivec2(0, row), sum);
}

// Its length is each invocation's own.
//--- own-loop.comp
#version 430
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba32f, binding = 0) uniform writeonly image2D target;
layout(binding = 1) uniform sampler2D source;
layout(std430, binding = 2) readonly buffer Lengths { int lengths[]; };
void main() {
  int row = int(gl_GlobalInvocationID.y);
  vec4 most = vec4(-1000.0);
  for (int i = 0; i < lengths[gl_GlobalInvocationID.x]; ++i)
    most = max(most, texelFetch(source, ivec2(i, row), 0));
  // expected-warning@+1 {{data race: invocation (1, 0, 0) stores to a texel of 'target'}}
  imageStore(target, ivec2(0, row), most);
}

// An address that comes as two words is one for all.
//--- address.comp
#version 450
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Count { uint count; };
layout(push_constant) uniform Params { uvec2 from; uvec2 to; };
void main() {
  uint least = min(gl_NumWorkGroups.x, Count(from).count);
  if (gl_WorkGroupID.x == 0u)
    // expected-remark@+1 {{store the same value to byte 0 + }}
    Count(to).count = least;
  else if (gl_WorkGroupID.x == 1u)
    // expected-warning@+1 {{data race: invocation 1 stores to byte 0 + }}
    Count(to).count = gl_LocalInvocationIndex;
}

// A subgroup has one value, and a place of its own.
//--- subgroup.comp
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint counts[256];
void main() {
  uint i = gl_GlobalInvocationID.x;
  uvec4 ballot = subgroupBallot(data[i] > 7u);
  // expected-remark@+1 {{store the same value to byte 0 of 'counts'}}
  counts[gl_SubgroupID] = bitCount(ballot.x);
  barrier();
  data[i] = counts[gl_LocalInvocationIndex];
}

// One place is several subgroups' where there is more than a usual one.
//--- all.comp
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = LANES) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uvec4 ballot = subgroupBallot(data[i] > 7u);
  // RACE: warning: data race: invocation {{.*}} stores to byte 0 of 'count'
  // SAME: remark: {{.*}} store the same value to byte 0 of 'count'
  count = bitCount(ballot.x);
  barrier();
  data[i] = count;
}
