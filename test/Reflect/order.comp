// Ids run backwards where that is asked for, and those that follow from them do too.
//
// RUN: %wglint-opt --emit-runnable %s | FileCheck --check-prefix=PLAIN %s
// RUN: %wglint-opt --emit-runnable=reversed-local %s > %t.local.comp
// RUN: FileCheck --check-prefix=LOCAL %s < %t.local.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.local.comp
// RUN: %wglint-opt --emit-runnable=reversed-workgroups %s > %t.groups.comp
// RUN: FileCheck --check-prefix=GROUPS %s < %t.groups.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.groups.comp

#version 450
layout(local_size_x = 8, local_size_y = 4) in;
layout(std430, binding = 0) buffer Out { uint o[]; };

// PLAIN-NOT: wglint_
// PLAIN: _{{[0-9]+}}.o[gl_GlobalInvocationID.x]
// LOCAL: wglint_LocalInvocationID() { return uvec3(7u, 3u, 0u) - gl_LocalInvocationID; }
// LOCAL: wglint_LocalInvocationIndex() { return 31u - gl_LocalInvocationIndex; }
// LOCAL: wglint_WorkGroupID() { return gl_WorkGroupID; }
// LOCAL: wglint_GlobalInvocationID() { return wglint_WorkGroupID() * uvec3(8u, 4u, 1u) + wglint_LocalInvocationID(); }
// LOCAL: void main()
// LOCAL-NOT: gl_
// LOCAL: wglint_GlobalInvocationID().x
// GROUPS: wglint_LocalInvocationID() { return gl_LocalInvocationID; }
// GROUPS: wglint_WorkGroupID() { return gl_NumWorkGroups - uvec3(1u) - gl_WorkGroupID; }

void main() {
  o[gl_GlobalInvocationID.x] = gl_LocalInvocationIndex + gl_LocalInvocationID.y + gl_WorkGroupID.x;
}
