// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=resize-workgroup %t/column.comp | FileCheck %s --check-prefix=COLUMN
// COLUMN: unsafe: changes the workgroup from 1 x 32 x 1 to 32 x 32 x 1 invocations
// COLUMN-NEXT: dispatch: ((x + 31) / 32, y, z) workgroups
// COLUMN-NEXT: workgroup covers: 32 x 32 x 1
// COLUMN: +layout(local_size_y = 32, local_size_x = 32) in;
// COLUMN: unsafe: changes the workgroup from 1 x 32 x 1 to 32 x 8 x 1 invocations
// COLUMN-NEXT: dispatch: ((x + 31) / 32, (y * 32 + 7) / 8, z) workgroups
// COLUMN: +layout(local_size_y = 8, local_size_x = 32) in;

// No more invocations than the API guarantees: Vulkan 128. The finding's own shape comes first where it has as many.
// RUN: %wglint-opt --rewrite=resize-workgroup --target-env=vulkan --target=nvidia-ampere %t/square.comp | FileCheck %s --check-prefix=SQUARE --implicit-check-not='to 32 x 32' --implicit-check-not='to 32 x 8'
// SQUARE: unsafe: changes the workgroup from 4 x 4 x 1 to 32 x 4 x 1 invocations
// SQUARE: unsafe: changes the workgroup from 4 x 4 x 1 to 8 x 8 x 1 invocations
// RUN: %edit 's/4, local_size_y = 4/1, local_size_y = 128/' %t/square.comp > %t/tall.comp
// RUN: %wglint-opt --rewrite=resize-workgroup --target-env=vulkan %t/tall.comp | FileCheck %s --check-prefix=TALL
// TALL: unsafe: changes the workgroup from 1 x 128 x 1 to 128 x 1 x 1 invocations
// RUN: %edit 's/4, local_size_y = 4/1, local_size_y = 64/' %t/square.comp > %t/low.comp
// RUN: %wglint-opt --rewrite=resize-workgroup --target-env=vulkan %t/low.comp | FileCheck %s --check-prefix=LOW
// LOW: unsafe: changes the workgroup from 1 x 64 x 1 to 32 x 4 x 1 invocations

// Specialization constants: the default, and what the host has to set.
// RUN: %wglint-opt --rewrite=resize-workgroup --target-env=vulkan %t/special.comp | FileCheck %s --check-prefix=SPECIAL
// SPECIAL: unsafe: changes the workgroup from 8 x 1 x 1 to 128 x 1 x 1 invocations
// SPECIAL-NEXT: dispatch: ((x * 8 + 127) / 128, y, z) workgroups {{.*}}; specialization constant 3, where the host sets it, becomes 128
// SPECIAL: +layout(local_size_x = 128, local_size_x_id = 3) in;
// RUN: %wglint-opt --rewrite=resize-workgroup --target-env=vulkan %t/shared.comp | FileCheck %s --check-prefix=NONE

// The number is used for something else; the local id is asked for.
// RUN: %wglint-opt --rewrite=resize-workgroup %t/macro.comp | FileCheck %s --check-prefix=NONE
// RUN: %wglint-opt --rewrite=resize-workgroup %t/local.comp | FileCheck %s --check-prefix=NONE
// NONE: no offer
// NONE-NOT: layout

//--- column.comp
#version 450
layout(local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint pitch;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.y * pitch + p.x] = src[p.y * pitch + p.x];
}

//--- square.comp
#version 450
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.y * 4096u + p.x] = src[p.y * 4096u + p.x];
}

//--- macro.comp
#version 450
#define SIZE 8
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[i] * float(SIZE);
}

//--- local.comp
#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[i] * float(gl_LocalInvocationID.x);
}

//--- special.comp
#version 450
layout(local_size_x = 8, local_size_x_id = 3) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[i];
}

//--- shared.comp
#version 450
layout(local_size_x = 8, local_size_x_id = 3) in;
layout(constant_id = 3) const uint kWidth = 8;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[i] * float(kWidth);
}
