// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=unknown-access,contended-atomic,uncoalesced-global-access \
// RUN:   --target-env=vulkan %t/lanes.comp %t/one.comp

// Arrays of buffers: one element, one place; several lie anywhere.

//--- lanes.comp
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint o[]; };
layout(std430, binding = 1) buffer Data { uint count; uint v[]; } data[];
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{cost of the load from 'data.v' is not known: which buffer of an array it goes to differs between lanes}}
  o[i] = data[nonuniformEXT(i % 4u)].v[0];
  // expected-remark@+1 {{cost of the atomic on 'data.count' is not known: which buffer of an array it goes to differs between lanes}}
  atomicAdd(data[nonuniformEXT(i % 4u)].count, 1u);
}

//--- one.comp
// All lanes count in one buffer; one for each workgroup is none of all.
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint values[]; };
layout(std430, binding = 1) buffer Data { uint count; uint v[]; } data[];
layout(push_constant) uniform Which { uint which; };
void main() {
  uint value = values[gl_GlobalInvocationID.x];
  if (value > 7u) {
    // expected-remark@+1 {{atomic on 'data.count' goes to one address from all invocations that come here, of all workgroups}}
    atomicAdd(data[which].count, 1u);
    atomicAdd(data[gl_WorkGroupID.x].v[3], value);
  }
}
