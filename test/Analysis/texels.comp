// Where the texels of an image lie in memory is the driver's secret, but which
// ones the lanes touch is known.
//
// RUN: %wglint-opt --print=lanes %s | FileCheck %s
#version 450
layout(local_size_x = 8, local_size_y = 4) in;
layout(rgba8, binding = 0) uniform image2D picture;
layout(r32ui, binding = 1) readonly uniform uimage2D indices;

void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  // CHECK: load image 'indices' 0 bytes: unknown (unsupported: the layout of images is the driver's)
  // CHECK-NEXT: texel x: 1 2 3 4 5 6 7 8 1 2 {{.*}} (+ 8 * gl_WorkGroupID.x)
  // CHECK-NEXT: texel y: 0 0 0 0 0 0 0 0 1 1 {{.*}} (+ 4 * gl_WorkGroupID.y)
  uint column = imageLoad(indices, p + ivec2(1, 0)).x;
  // The data decide the column.
  // CHECK-NEXT: store image 'picture'
  // CHECK-NEXT: store image 'picture'
  imageStore(picture, ivec2(column, p.y), vec4(1.0));
  // CHECK-NEXT: texel x: 0 2 4 6 - - - - 0 2 4 6 -
  // CHECK-NEXT: texel y: 3 3 3 3 -
  if (gl_LocalInvocationID.x < 4u)
    imageStore(picture, ivec2(2u * gl_LocalInvocationID.x, 3), vec4(1.0));
}
