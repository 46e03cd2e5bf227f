// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=narrow-subgroup-ballot -D'USE=bitCount(votes.x)' %t/stored.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=narrow-subgroup-ballot -D'USE=votes[0] & 15u' %t/stored.comp

// All of it is read.
// RUN: %edit 's/expected-.*/expected-no-diagnostics/' %t/stored.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=narrow-subgroup-ballot -D'USE=bitCount(votes.x) + bitCount(votes.y)' %t/none.comp
// RUN: %wglint --verify --remarks --checks=narrow-subgroup-ballot -D'USE=bitCount(votes[which])' %t/none.comp
// RUN: %wglint --verify --remarks --checks=narrow-subgroup-ballot -D'USE=votes.x + subgroupBallotBitCount(votes)' %t/none.comp
// RUN: %wglint --verify --remarks --checks=narrow-subgroup-ballot -D'USE=votes.x + uint(votes == uvec4(0u))' %t/none.comp
// RUN: %wglint --verify --remarks --checks=narrow-subgroup-ballot -D'USE=votes.x + last(votes)' %t/none.comp

//--- stored.comp
// The ballot is kept in a variable, and copied to another.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
layout(push_constant) uniform Constants { uint which; };
uint last(uvec4 votes) { return votes.w; }
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{only 32 lanes of this ballot are read}}
  uvec4 kept = subgroupBallot(data[i] != 0u);
  uvec4 votes = kept;
  data[i] = USE;
}
