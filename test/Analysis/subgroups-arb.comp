// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=data-race,same-value-race,uninitialized-shared-read %t/ballot.comp
// RUN: %wglint --verify --remarks --verify-ignore=note --checks=data-race,same-value-race %t/votes.comp

// Subgroups by the extensions before GLSL 4.60, where their size is a uniform to
// OpenGL.

//--- ballot.comp
#version 450
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint counts[256], lanes[256], first;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint subgroup = gl_LocalInvocationID.x / gl_SubGroupSizeARB;
  uvec2 ballot = unpackUint2x32(ballotARB(data[i] > 7u));
  // expected-remark@+1 {{invocation 0 and invocation 1 store the same value to byte 0 of 'counts'}}
  counts[subgroup] = bitCount(ballot.x) + bitCount(ballot.y);
  // No two subgroups have a place in common.
  if (subgroup == 0u)
    lanes[gl_SubGroupInvocationARB] = data[i];
  // expected-warning@+1 {{stores to byte 0 of 'first'}}
  first = readFirstInvocationARB(data[i]);
  barrier();
  data[i] = counts[subgroup] + first;
}

//--- votes.comp
#version 450
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_shader_group_vote : require
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint any[256], neighbours[256];
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_SubGroupInvocationARB;
  uint subgroup = gl_LocalInvocationID.x / gl_SubGroupSizeARB;
  // expected-remark@+1 {{store the same value to byte 0 of 'any'}}
  any[subgroup] = anyInvocationARB(data[i] > 7u) ? 1u : 0u;
  // expected-warning@+1 {{stores to byte 0 of 'neighbours'}}
  neighbours[subgroup] = readInvocationARB(data[i], l ^ 1u);
  barrier();
  data[i] = any[subgroup] + neighbours[subgroup];
}
