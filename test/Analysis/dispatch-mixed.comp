// Guards, clamped halos, renumbered workgroups and grid strides at once, in a dispatch that
// overshoots in both dimensions. The totals are those of enumerating every byte of every
// lane of the 30 workgroups.
//
// RUN: %wglint-opt --print=accesses --target=nvidia-hopper --dispatch=5,6,1 --assume=w=75 --assume=h=22 %s | FileCheck %s

#version 450
layout(local_size_x = 16, local_size_y = 4) in;
layout(std430, binding = 0) buffer A { float guarded[]; };
layout(std430, binding = 1) buffer B { float halo[]; };
layout(std430, binding = 2) buffer C { vec4 swizzled[]; };
layout(std430, binding = 3) buffer D { float gridStride[]; };
layout(std430, binding = 4) buffer E { float checkered[]; };
uniform uint w, h;

void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  uint lane = gl_LocalInvocationIndex;

  if (p.x < int(w) && p.y < int(h))
    guarded[p.y * int(w) + p.x] = 0.0;
  // CHECK-LABEL: store global 'guarded'
  // CHECK: dispatch: requests 55, sectors 302, ideal 209

  for (int dy = -1; dy <= 1; ++dy) {
    ivec2 q = clamp(p + ivec2(1, dy), ivec2(0), ivec2(w, h) - 1);
    halo[q.y * int(w) + q.x] = 0.0;
  }
  // CHECK-LABEL: store global 'halo'
  // CHECK: dispatch: requests 180, sectors 903, ideal 639

  uint id = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint moved = (id % 4u) * 3u + id / 4u;
  swizzled[moved * 64u + lane] = vec4(0.0);
  // CHECK-LABEL: store global 'swizzled'
  // CHECK: dispatch: requests 60, sectors 960, ideal 960

  uint count = 64u * gl_NumWorkGroups.x * gl_NumWorkGroups.y;
  for (uint k = lane + 64u * id; k < w * h; k += count)
    gridStride[k] = 0.0;
  // CHECK-LABEL: store global 'gridStride'
  // CHECK: dispatch: requests 52, sectors 207, ideal 207

  if (((gl_WorkGroupID.x ^ gl_WorkGroupID.y) & 1u) == 0u)
    checkered[p.x * 19 + p.y] = 0.0;
  // CHECK-LABEL: store global 'checkered'
  // CHECK: dispatch: requests 30, sectors 540, ideal 120
}
