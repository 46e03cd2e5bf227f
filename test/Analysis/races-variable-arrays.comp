// Of an array of images or of blocks the index says which of them is accessed: one
// that is the same for all invocations names one of them, be it known or not.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race %t/one.comp %t/apart.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %t/workgroups.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %t/barriers.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -DOTHER=1 %t/uniforms.comp
// RUN: %edit -e '/expected-no/d' -e 's/ + 1u\];.*/& \/\/ expected-warning {{data race}}/' %t/uniforms.comp > %t/same-uniform.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race -DOTHER=0 %t/same-uniform.comp

//--- one.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Blocks { float v[]; } blocks[3];
layout(rgba8, binding = 4) uniform image2D images[4];
layout(rgba8, binding = 8) uniform image2D grid[2][2];
layout(r32ui, binding = 12) uniform uimage2D counts[2];
uniform uint which;

void main() {
  uint i = gl_GlobalInvocationID.x;
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  blocks[1].v[i / 2u] = float(i); // expected-warning {{invocation 1 stores to byte 0 + 128 * gl_WorkGroupID.x of 'blocks.v', which invocation 0 stores to}}
  imageStore(images[1], p / 2, vec4(i)); // expected-warning {{invocation 1 stores to a texel of 'images[1]', which invocation 0 stores to}}
  imageStore(grid[which][1], p, imageLoad(grid[which][1], p + ivec2(1, 0))); // expected-warning {{invocation 1 stores to a texel of 'grid', which invocation 0 loads}}
  imageAtomicAdd(counts[1], p / 2, 1u);
  imageStore(counts[1], p, uvec4(i)); // expected-warning {{invocation 0 stores to a texel of 'counts[1]', which invocation 1 atomically changes}}
}

//--- apart.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Blocks { float v[]; } blocks[4];
layout(rgba8, binding = 4) uniform image2D images[4];
layout(rgba8, binding = 8) uniform image2D grid[2][2];
uniform uint which;

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint half_ = i & 1u;
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  blocks[0].v[i] = blocks[1].v[i + 1u];
  blocks[which].v[i + 4096u] = blocks[which + 1u].v[i + 4097u];
  blocks[2u + half_].v[i / 2u + 8192u] = float(i); // each its own
  imageStore(images[0], p, imageLoad(images[1], p + ivec2(1, 0)));
  imageStore(images[2u + half_], p / 2, vec4(i));
  imageStore(grid[0][1], p, imageLoad(grid[1][1], p + ivec2(1, 0)));
  imageStore(grid[1][0], p, imageLoad(grid[1][0], p));
}

//--- workgroups.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Sums { uint v[]; } sums[2];
layout(std430, binding = 2) buffer Own { uint v[]; } own[2];
shared uint sum;

void main() {
  uint l = gl_LocalInvocationID.x;
  if (l == 0u)
    sum = 0u;
  barrier();
  atomicAdd(sum, gl_GlobalInvocationID.x);
  barrier();
  if (l == 0u)
    sums[1].v[0] = sum; // expected-warning {{invocation 0 of every workgroup stores to byte 0 of 'sums.v'}}
  own[1].v[gl_GlobalInvocationID.x] = sum;
}

//--- barriers.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Blocks { float v[]; } blocks[3];
uniform uint which;

void main() {
  uint l = gl_LocalInvocationID.x;
  blocks[0].v[l] = 1.0;
  barrier(); // which may be 0
  blocks[1].v[l] = blocks[which].v[l + 1u];
}

//--- uniforms.comp
// expected-no-diagnostics
// Numbers of different blocks may be any distance apart.
#version 450
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Offset { uint at; } offsets[2];
layout(std430, binding = 4) writeonly buffer Out { float o[]; };
shared float s[4096];

void main() {
  uint l = gl_LocalInvocationID.x;
  s[offsets[0].at + l] = float(l);
  o[gl_GlobalInvocationID.x] = s[offsets[OTHER].at + l + 1u];
}
