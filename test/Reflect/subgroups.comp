// Subgroup operations pass, and what they ask of a driver is named.
//
// RUN: %wglint-opt --print=interface %s | FileCheck %s
// RUN: %wglint-opt --emit-runnable %s > %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp
// RUN: %wglint-opt --emit-runnable=reversed-workgroups %s
// RUN: not %wglint-opt --emit-runnable=reversed-local %s 2>&1 | FileCheck --check-prefix=ORDER %s

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(push_constant) uniform Push { float gain; };
layout(binding = 0) buffer Out { float o[]; };

// CHECK: workgroup 64x1x1, subgroups
// CHECK: push constant gain: float32 as
// CHECK: requires subgroup operations: GL_KHR_shader_subgroup_arithmetic
// ORDER: local ids cannot be reversed: the shader's subgroup operations follow their order

void main() {
  float sum = subgroupAdd(o[gl_GlobalInvocationID.x] * gain);
  if (subgroupElect())
    o[gl_WorkGroupID.x] = sum;
}
