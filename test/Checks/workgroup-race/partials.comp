// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %t/fence.comp %t/coherent.comp %t/waits.comp

//--- fence.comp
// A memory barrier waits for nobody, and `coherent` brings what is there.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer V { float v[]; };
layout(std430, binding = 1) coherent buffer P { float part[]; };
layout(std430, binding = 2) writeonly buffer R { float result; };
void main() {
  if (gl_LocalInvocationIndex == 0u)
    part[gl_WorkGroupID.x] = v[gl_WorkGroupID.x * 64u];
  memoryBarrierBuffer();
  barrier();
  if (gl_WorkGroupID.x == 0u && gl_LocalInvocationIndex == 0u) {
    float x = 0.0;
    for (uint i = 0u; i < gl_NumWorkGroups.x; ++i)
      // expected-warning@+1 {{data race between workgroups: invocation 0 loads byte 4 of 'part', which invocation 0 of the workgroup next to it in x stores to}}
      x += part[i];
    result = x;
  }
}

//--- coherent.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer V { float v[]; };
layout(std430, binding = 1) coherent buffer P { float part[]; };
layout(std430, binding = 2) writeonly buffer R { float result; };
void main() {
  if (gl_LocalInvocationIndex == 0u)
    part[gl_WorkGroupID.x] = v[gl_WorkGroupID.x * 64u];
  if (gl_WorkGroupID.x == 0u && gl_LocalInvocationIndex == 0u)
    // expected-warning@+1 {{data race between workgroups: invocation 0 loads byte 4 of 'part', which invocation 0 of the workgroup next to it in x stores to}}
    result = part[0] + part[1];
}

//--- waits.comp
// The loop ends when the other workgroup has stored.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer V { float v[]; };
layout(std430, binding = 1) coherent buffer P { float part[]; };
layout(std430, binding = 2) writeonly buffer R { float result; };
void main() {
  if (gl_LocalInvocationIndex == 0u)
    part[gl_WorkGroupID.x] = v[gl_WorkGroupID.x * 64u];
  if (gl_WorkGroupID.x == 0u && gl_LocalInvocationIndex == 0u) {
    while (part[1] == 0.0)
      ;
    result = part[0] + part[1];
  }
}
