// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=narrow-subgroup-ballot %t/example.comp %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=narrow-subgroup-ballot --target=nvidia-hopper %t/narrow.comp

//--- example.comp
// [example]
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{only 32 lanes of this ballot are read, and a subgroup may have 64}}
  // expected-note@+2 {{counted for AMD RDNA 2 (64 lanes)}}
  // expected-note@+1 {{subgroupBallotBitCount() and its like read all lanes}}
  data[i] = bitCount(subgroupBallot(data[i] != 0u).x);
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  data[i] = subgroupBallotBitCount(subgroupBallot(data[i] != 0u));
}

//--- narrow.comp
// expected-no-diagnostics
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  data[i] = bitCount(subgroupBallot(data[i] != 0u).x);
}
