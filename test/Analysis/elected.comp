// RUN: %wglint --verify --remarks --verify-ignore=note --checks=data-race,same-value-race --target-env=vulkan %s

// Of a subgroup one invocation is elected, also where it is not known which ones
// are active: the others have not stored what they load.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 512) in;
layout(std430, binding = 0) readonly buffer Distances { float distances[]; };
layout(std430, binding = 1) buffer Sums { uint sums[]; };
shared uint counts[512];

bool isNear(uint i) {
  for (uint k = 0u; k < 6u; ++k)
    if (distances[6u * i + k] > 1.0)
      return false;
  return true;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint n = subgroupBallotBitCount(subgroupBallot(isNear(i)));
  if (counts[gl_SubgroupID] + n > 192u && subgroupElect())
    counts[gl_SubgroupID] += n;
  uint count = counts[gl_SubgroupID]; // expected-warning {{data race: invocation 1 loads byte 0 of 'counts', which invocation 0 stores to}}
  sums[i] = count;
}
