// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint-opt --rewrite=remap-lanes %t/columns.comp | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: needs-validation: lets y run fastest over the lanes of a workgroup: 384 to 80 sectors
// COLUMNS: +uvec3 localId() {
// COLUMNS-NEXT: +  return uvec3(gl_LocalInvocationIndex / 16u, gl_LocalInvocationIndex % 16u, 0u);
// COLUMNS: +uvec3 globalId() {
// COLUMNS-NEXT: +  return gl_WorkGroupID * uvec3(16u, 16u, 1u) + localId();
// COLUMNS: +  uvec2 p = globalId().xy; // the pixel

// Rows are fine as they are; subgroups cannot be exchanged.
// RUN: %wglint-opt --rewrite=remap-lanes %t/both.comp | FileCheck %s --check-prefix=BOTH
// BOTH: refused: no other order of the ids touches fewer sectors
// RUN: %wglint-opt --rewrite=remap-lanes --target-env=vulkan %t/subgroup.comp | FileCheck %s --check-prefix=SUBGROUP
// SUBGROUP: no offer

// Narrow workgroups share their rows, however many there are of them.
// RUN: %wglint-opt --rewrite=remap-lanes %t/narrow.comp | FileCheck %s --check-prefix=NARROW
// NARROW: needs-validation: deals out the rows of neighbouring workgroups one behind the other: 64 to 9 sectors
// NARROW: +uvec3 globalId() {
// NARROW: +  uint rowLength = min(1024u, gl_NumWorkGroups.x - firstGroup);
// NARROW: +  uvec2 p = globalId().xy;
// RUN: %wglint-opt --rewrite=remap-lanes --dispatch=64,64,1 %t/pairs.comp | FileCheck %s --check-prefix=PAIRS
// PAIRS: deals out the rows of neighbouring workgroups one behind the other: 96 to 18 sectors
// PAIRS: +  uint rowLength = min(1024u, gl_NumWorkGroups.x - firstGroup) * 2u;
// Also those behind the first 1024, and what is left at the edge.
// RUN: cp %t/narrow.comp %t/fixed.comp
// RUN: %wglint --fix=remap-lanes %t/fixed.comp
// RUN: %wglint-run compare --device=llvmpipe --workgroups=1030,2,1 --uniform pitch=1030 %t/narrow.comp %t/fixed.comp

// Runs of elements are dealt out in turns, if no element needs another one.
// RUN: %wglint-opt --rewrite=remap-lanes %t/runs.comp | FileCheck %s --check-prefix=RUNS
// RUNS: needs-validation: lets the invocations of a workgroup take its elements in turns
// RUNS: +    uint at = gl_WorkGroupID.x * 1024u + uint(i) * 64u + gl_LocalInvocationIndex; // the element
// RUNS: +    dst[gl_WorkGroupID.x * 1024u + uint(i) * 64u + gl_LocalInvocationIndex] = v;
// RUN: %wglint-opt --rewrite=remap-lanes %t/carried.comp | FileCheck %s --check-prefix=CARRIED
// RUN: %wglint-opt --rewrite=remap-lanes %t/neighbour.comp | FileCheck %s --check-prefix=CARRIED
// CARRIED: no offer

// No order of the lanes fills those that are idle.
// RUN: not %wglint --target=nvidia-ampere --checks=tiny-workgroup %t/small.comp | FileCheck %s --check-prefix=SMALL --implicit-check-not="fix 'remap"
// SMALL: warning: workgroup of 4 x 4 {{.*}} [tiny-workgroup]
// SMALL: fix 'resize-workgroup'

//--- small.comp
#version 450
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float sum = 0.0;
  for (uint i = 0u; i < 16u; ++i)
    sum += src[(p.y + i) * 4096u + p.x];
  dst[p.y * 4096u + p.x] = sum;
}

//--- columns.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint pitch;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy; // the pixel
  dst[p.x * pitch + p.y] = src[p.x * pitch + p.y];
}

//--- both.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint pitch;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.y * pitch + p.x] = src[p.x * pitch + p.y];
}

//--- subgroup.comp
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
layout(push_constant) uniform Push { uint pitch; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.x * pitch + p.y] = src[p.x * pitch + p.y] + float(gl_SubgroupInvocationID);
}

//--- runs.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform float scale;
void main() {
  uint base = gl_GlobalInvocationID.x * 16u;
  for (int i = 0; i < 16; i++) {
    uint at = base + uint(i); // the element
    float v = src[at];
    if (v > 0.0)
      v *= scale;
    dst[base + i] = v;
  }
}

//--- carried.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint base = gl_GlobalInvocationID.x * 16u;
  float sum = 0.0;
  for (int i = 0; i < 16; i++) {
    sum += src[base + i];
    dst[base + i] = sum;
  }
}

//--- neighbour.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint base = gl_GlobalInvocationID.x * 16u;
  for (int i = 0; i < 16; i++)
    dst[base + i] = dst[base + i + 1] + 1.0;
}

//--- narrow.comp
#version 450
layout(local_size_x = 1, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint pitch;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.y * pitch + p.x] = src[p.y * pitch + p.x];
}

//--- pairs.comp
#version 450
layout(local_size_x = 2, local_size_y = 32) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint width, height;
void main() {
  uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
  if (x < width && y < height)
    dst[y * width + x] = src[y * width + x];
}
