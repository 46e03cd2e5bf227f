// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=scattering-workgroup-shape,strided-global-access %t/column.comp %t/slices.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=scattering-workgroup-shape %t/cube.comp %t/rows.comp %t/same.comp
// RUN: %wglint-opt --rewrite=resize-workgroup %t/column.comp | FileCheck %s
// CHECK: changes the workgroup from 1 x 1 x 64 to 64 x 1 x 1 invocations
// CHECK-NEXT: dispatch: ((x + 63) / 64, y, z * 64) workgroups
// CHECK-NOT: changes the workgroup

//--- column.comp
// All invocations of a workgroup lie along z.
#version 430
// expected-warning@+1 {{one request of each access touches 64 sectors in all in a workgroup of 1 x 1 x 64, and 8 in one of 64 x 1 x 1}}
layout(local_size_x = 1, local_size_y = 1, local_size_z = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uvec3 p = gl_GlobalInvocationID;
  a[p.z * 1024u + p.x] *= 2.0;
}

//--- slices.comp
// Of y only one number is used, so that 64 x 1 x 4 covers what 4 x 1 x 64 does and rows are whole.
#version 430
// expected-warning@+1 {{in a workgroup of 4 x 1 x 64, and}}
layout(local_size_x = 4, local_size_y = 1, local_size_z = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
void main() {
  uvec3 p = gl_GlobalInvocationID;
  b[p.z * 4096u + p.x] = a[p.z * 4096u + p.x];
}

//--- cube.comp
// expected-no-diagnostics
// Rows of 8 floats are whole sectors of the devices that have the smallest, and half of the others.
#version 430
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uvec3 p = gl_GlobalInvocationID;
  a[(p.z * 256u + p.y) * 256u + p.x] *= 2.0;
}

//--- rows.comp
// expected-no-diagnostics
// The lanes lie along z and so do the elements.
#version 430
layout(local_size_x = 1, local_size_y = 1, local_size_z = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uvec3 p = gl_GlobalInvocationID;
  a[p.x * 1024u + p.z] *= 2.0;
}

//--- same.comp
// expected-no-diagnostics
// Along x all invocations would store the same: the shader does not use it.
#version 430
layout(local_size_x = 1, local_size_y = 1, local_size_z = 64) in;
layout(std430, binding = 0) writeonly buffer A { float a[]; };
void main() { a[gl_GlobalInvocationID.z * 1024u] = 1.0; }
