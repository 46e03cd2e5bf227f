// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=shared-broadcast %t/example.comp
// RUN: %wglint --verify --remarks --checks=shared-broadcast --target=nvidia-hopper %t/one-subgroup.comp
// RUN: %wglint --verify --remarks --checks=shared-broadcast %t/near-miss.comp %t/fixed.comp %t/ticket.comp %t/es.comp \
// RUN:   %t/suppressed.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
shared float scale;

void main() {
  // expected-remark@+4 {{'scale' hands a value of one invocation to the 128 of the workgroup through shared memory and a barrier}}
  // expected-note@+3 {{of this shader's memory traffic}}
  // expected-note@+2 {{let one invocation of each subgroup find it, if (subgroupElect())}}
  if (gl_LocalInvocationIndex == 0u)
    scale = inversesqrt(scales[gl_WorkGroupID.x]);
  barrier();
  data[gl_GlobalInvocationID.x] *= scale;
}
// [/example]

//--- one-subgroup.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
shared float scale;
void main() {
  // expected-remark@+4 {{to the 32 of the workgroup}}
  // expected-note@+3 {{of this shader's memory traffic}}
  // expected-note@+2 {{value = subgroupBroadcastFirst(value) does it in registers}}
  if (gl_LocalInvocationIndex == 0u)
    scale = scales[gl_WorkGroupID.x];
  barrier();
  data[gl_GlobalInvocationID.x] *= scale;
}

//--- near-miss.comp
// expected-no-diagnostics
// Each invocation takes an element of its own.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 1) buffer Data { float data[]; };
shared float tile[128];
void main() {
  tile[gl_LocalInvocationIndex] = data[gl_GlobalInvocationID.x];
  barrier();
  data[gl_GlobalInvocationID.x] = tile[127u - gl_LocalInvocationIndex];
}

//--- fixed.comp
// expected-no-diagnostics
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() {
  float scale = 0.0;
  if (subgroupElect())
    scale = inversesqrt(scales[gl_WorkGroupID.x]);
  scale = subgroupBroadcastFirst(scale);
  data[gl_GlobalInvocationID.x] *= scale;
}

//--- ticket.comp
// expected-no-diagnostics
// What an atomic returns is asked for once in a workgroup.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Counter { uint next; };
layout(std430, binding = 1) buffer Data { float data[]; };
shared uint ticket;
void main() {
  if (gl_LocalInvocationIndex == 0u)
    ticket = atomicAdd(next, 128u);
  barrier();
  data[ticket + gl_LocalInvocationIndex] = 0.0;
}

//--- es.comp
// expected-no-diagnostics
// OpenGL ES has no subgroup operations.
#version 310 es
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
shared float scale;
void main() {
  if (gl_LocalInvocationIndex == 0u)
    scale = scales[gl_WorkGroupID.x];
  barrier();
  data[gl_GlobalInvocationID.x] *= scale;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
shared float scale;
void main() {
  if (gl_LocalInvocationIndex == 0u)
    scale = scales[gl_WorkGroupID.x]; // NOLINT(shared-broadcast)
  barrier();
  data[gl_GlobalInvocationID.x] *= scale;
}
