// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=tiny-workgroup,partial-subgroup-workgroup %t/example.comp
// RUN: %wglint --verify --remarks --checks=tiny-workgroup %t/in-place.comp %t/filled.comp %t/image.comp \
// RUN:   %t/serial.comp %t/layer.comp %t/placeholder.comp %t/texel.comp %t/trial.comp %t/no-trial.comp \
// RUN:   %t/undeclared.comp %t/traced.comp %t/diffused.comp %t/gradient.comp %t/rounded.comp
// RUN: %wglint --verify --remarks --checks=tiny-workgroup,partial-subgroup-workgroup %t/some.comp %t/near-miss.comp \
// RUN:   %t/housekeeping.comp %t/single.comp
// RUN: %wglint --verify --remarks --checks=tiny-workgroup -DWORKGROUP=i %t/not-serial.comp
// RUN: %wglint --verify --remarks --checks=tiny-workgroup -DWORKGROUP=0 %t/not-serial.comp
// RUN: %wglint --verify --remarks --checks=tiny-workgroup --target=nvidia-hopper %t/hopper.comp
// RUN: %wglint --verify --remarks --checks=tiny-workgroup -DSIZE=8 %t/named.comp

//--- example.comp
// [example]
#version 450
// expected-warning@+3 {{workgroup of 1 x 8 = 8 invocations is smaller than a subgroup: 24 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations fills whole subgroups on every device of the target}}
layout(local_size_x = 1, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  float sum = 0.0;
  for (uint k = 0u; k < 16u; k++)
    sum += src[gl_GlobalInvocationID.y * 16u + k];
  dst[gl_GlobalInvocationID.y] = sum;
}
// [/example]

//--- traced.comp
// A picture that no data stream into: a loop for each texel of it.
#version 450
// expected-warning@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(rgba8, binding = 0) writeonly uniform image2D picture;
uniform vec3 eye;
void main() {
  float along = 0.0;
  for (int k = 0; k < 64; ++k)
    along += length(eye + along * vec3(gl_GlobalInvocationID.xy, 1.0)) - 1.0;
  imageStore(picture, ivec2(gl_GlobalInvocationID.xy), vec4(along));
}

//--- diffused.comp
// A field that is worked on in place, out of several of its texels.
#version 450
// expected-warning@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(r32f, binding = 0) uniform image2D field;
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  float around = imageLoad(field, at + ivec2(1, 0)).x +
                 imageLoad(field, at - ivec2(1, 0)).x;
  imageStore(field, at, mix(imageLoad(field, at), vec4(around), 0.1));
}

//--- gradient.comp
// A demonstration: one colour for each texel.
#version 450
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(rgba8, binding = 0) writeonly uniform image2D picture;
void main() {
  imageStore(picture, ivec2(gl_GlobalInvocationID.xy),
             vec4(gl_GlobalInvocationID.xyz, 255.0) / 255.0);
}

//--- in-place.comp
// Nothing streams from one buffer into another: a few elements, as like as not.
#version 450
// expected-remark@+3 {{workgroup of 4 x 2 = 8 invocations is smaller than a subgroup: 24 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 4, local_size_y = 2) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) readonly buffer Factors { float factors[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  data[i] *= factors[i];
}

//--- filled.comp
#version 450
// expected-remark@+3 {{workgroup of 8 invocations is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 8) in;
layout(rgba8, binding = 0) writeonly uniform highp image2D picture;
void main() {
  imageStore(picture, ivec2(gl_GlobalInvocationID.xy), vec4(1.0));
}

//--- image.comp
// From one image into another, and a suppression.
#version 450
layout(local_size_x = 8) in; // NOLINT(tiny-workgroup)
// expected-no-diagnostics
layout(rgba8, binding = 0) readonly uniform highp image2D from;
layout(rgba8, binding = 1) writeonly uniform highp image2D to, sum;
layout(rgba8, binding = 3) readonly uniform highp image2D other;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, p, imageLoad(from, p));
  imageStore(sum, p, imageLoad(from, p) + imageLoad(other, p));
}

//--- some.comp
// Intel has subgroups of 16 lanes too: a remark.
#version 450
// expected-remark@+3 {{workgroup of 4 x 4 = 16 invocations is smaller than a subgroup: 16 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x] *= 2.0;
}

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- housekeeping.comp
// expected-no-diagnostics
// One invocation is enough to set the size of the next dispatch.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Counter { uint count; };
layout(std430, binding = 1) buffer Dispatch { uvec3 groups; };
void main() {
  groups = uvec3((count + 63u) / 64u, 1u, 1u);
  count = 0u;
}

//--- single.comp
// expected-no-diagnostics
// All workgroups would do the same: one of them is dispatched.
#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_LocalInvocationIndex] *= 2.0; }

//--- serial.comp
// One invocation of the dispatch does all there is to do.
#version 450
// expected-no-diagnostics
layout(local_size_x = 1) in;

layout(std430, binding = 0) readonly buffer Counts { uint n; uint counts[]; };
layout(std430, binding = 1) writeonly buffer Starts { uint starts[]; };

void main() {
  if (gl_GlobalInvocationID.x > 0u)
    return;
  uint sum = 0u;
  for (uint i = 0u; i < n; ++i) {
    starts[i] = sum;
    sum += counts[i];
  }
}

//--- layer.comp
// Near miss: a layer alone, of which all workgroups in x have their own part.
#version 450
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  if (gl_GlobalInvocationID.z > 0u)
    return;
  for (uint i = 0u; i < 8u; ++i)
    data[8u * gl_GlobalInvocationID.x + i] *= 2.0;
}

//--- not-serial.comp
// Near miss: each access is of one workgroup alone, but not of the same one.
#version 450
// expected-warning@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;

layout(std430, binding = 0) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 1) writeonly buffer Starts { uint starts[]; };

void main() {
  uint g = gl_GlobalInvocationID.x;
  for (uint i = 0u; i < 8u; ++i)
    if (g == WORKGROUP)
      starts[8u * g + i] = counts[8u * g + i];
  if (g == 1u)
    for (uint i = 8u; i < 16u; ++i)
      starts[i] = counts[i];
}

//--- hopper.comp
// One element for each invocation: a remark.
#version 450
// expected-remark@+3 {{workgroup of 31 invocations is smaller than a subgroup: 1 of 32 lanes is idle}}
// expected-note@+2 {{counted for NVIDIA Hopper (32 lanes)}}
// expected-note@+1 {{a multiple of 32 invocations}}
layout(local_size_x = 31) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  dst[gl_GlobalInvocationID.x] = src[gl_GlobalInvocationID.x];
}

//--- placeholder.comp
// The host puts a size of its own in the place of the macro.
#version 450
#define SIZE_X 1
#define SIZE_Y 1
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = SIZE_X, local_size_y = SIZE_Y) in;
layout(rgba8, binding = 0) readonly uniform highp image2D from;
layout(rgba8, binding = 1) writeonly uniform highp image2D to;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, p, imageLoad(from, p));
}

//--- named.comp
// A number that somebody has chosen.
#version 450
// expected-warning@+3 {{workgroup of 8 invocations is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = SIZE, local_size_y = 1) in;
layout(rgba8, binding = 0) readonly uniform highp image2D from;
layout(rgba8, binding = 1) writeonly uniform highp image2D to;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, p, imageLoad(from, p));
}

//--- texel.comp
// One result for each workgroup, in an image of its own.
#version 450
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D picture;
layout(rgba8, binding = 1) writeonly uniform highp image2D results[8];
void main() {
  imageStore(results[gl_WorkGroupID.x], ivec2(0), texture(picture, vec2(0.5)));
}

//--- trial.comp
// Single invocations that only copy texels.
#version 450
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(rgba8, binding = 0) readonly uniform highp image2D from;
layout(rgba8, binding = 1) writeonly uniform highp image2D to;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, p, imageLoad(from, p));
}

//--- no-trial.comp
// Near miss: they compute.
#version 450
// expected-warning@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(rgba8, binding = 0) readonly uniform highp image2D from;
layout(rgba8, binding = 1) writeonly uniform highp image2D to;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(to, p, imageLoad(from, p) * 1.5);
}

//--- undeclared.comp
// A host puts the size in, or has forgotten to.
#version 450
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint count;
// expected-remark@+3 {{workgroup of 1 invocation is smaller than a subgroup: 31 of 32 lanes are idle}}
// expected-note@+2 {{counted for NVIDIA Ampere}}
// expected-note@+1 {{a multiple of 64 invocations}}
void main() {
  float sum = 0.0;
  for (uint k = 0u; k < count; k++)
    sum += src[gl_GlobalInvocationID.x * count + k];
  dst[gl_GlobalInvocationID.x] = sum;
}

//--- rounded.comp
// Which workgroup it is, it knows as a float.
#version 450
// expected-warning@+3 {{workgroup of 1 invocation is smaller than a subgroup}}
// expected-note@+2 {{counted for}}
// expected-note@+1 {{a multiple of 64 invocations}}
layout(local_size_x = 1) in;
layout(rgba32f, binding = 0) uniform writeonly image2D picture;
uniform samplerCube sky;
uniform vec2 size;
void main() {
  vec2 at = vec2(gl_GlobalInvocationID.xy);
  vec4 colour = vec4(0.0);
  for (int i = 0; i < 100; ++i)
    colour += texture(sky, vec3(at / size, float(i)));
  imageStore(picture, ivec2(at), colour);
}
