// Images and textures. A separate texture appears once for each sampler that it is used
// with, and an image that is read gets a format, which GL asks for.
//
// RUN: %wglint-opt --print=interface %s | FileCheck %s
// RUN: %wglint-opt --emit-runnable %s > %t.comp
// RUN: FileCheck --check-prefix=GLSL %s < %t.comp
// RUN: %wglint-opt --target-env=gl --print=module %t.comp

#version 450
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform texture2D albedo[2];
layout(set = 0, binding = 1) uniform sampler linear;
layout(set = 0, binding = 2) uniform sampler nearest;
layout(set = 0, binding = 3) uniform texture2D fetched;
layout(set = 1, binding = 0) uniform sampler2DShadow shadow;
layout(set = 1, binding = 1) uniform isamplerBuffer texels;
layout(set = 2, binding = 0, rgba8) uniform image2D both;
layout(set = 2, binding = 1) uniform image3D volume;
layout(set = 2, binding = 2) uniform uimage2D formatless;
layout(set = 2, binding = 3, r32ui) uniform uimage2DArray counts;
layout(set = 2, binding = 4, rgba16f) uniform image2D sizeOnly;

// CHECK-DAG: texture albedo: set 0 binding 0 -> [[#FIRST:]] x 2, 2d float32
// CHECK-DAG: texture albedo: set 0 binding 0 -> [[#]] x 2, 2d float32
// CHECK-DAG: texture fetched: set 0 binding 3 -> [[#]], 2d float32
// CHECK-DAG: texture shadow: set 1 binding 0 -> [[#]], 2d shadow float32
// CHECK-DAG: texture texels: set 1 binding 1 -> [[#]], buffer int32
// CHECK-DAG: image both: set 2 binding 0 -> [[#]], 2d float32 rgba8{{$}}
// CHECK-DAG: image volume: set 2 binding 1 -> [[#]], 3d float32  write-only
// CHECK-DAG: image formatless: set 2 binding 2 -> [[#]], 2d uint32 rgba32ui read-only
// CHECK-DAG: image counts: set 2 binding 3 -> [[#]], 2d array uint32 r32ui{{$}}
// CHECK-DAG: image sizeOnly: set 2 binding 4 -> [[#]], 2d float32 rgba16f untouched
// GLSL-DAG: rgba32ui) uniform readonly uimage2D formatless
// GLSL-DAG: uniform writeonly image3D volume
// GLSL-DAG: void write(writeonly image3D image,

void write(image3D image, ivec3 at, vec4 c) { imageStore(image, at, c); }

void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  vec4 c = textureLod(sampler2D(albedo[1], linear), vec2(p), 0.0) +
           textureLod(sampler2D(albedo[0], nearest), vec2(p), 0.0) + texelFetch(fetched, p, 0);
  c += vec4(textureLod(shadow, vec3(p, 0.5), 0.0) + float(texelFetch(texels, p.x).x));
  c += imageLoad(both, p) + vec4(imageLoad(formatless, p)) + vec4(imageSize(sizeOnly), 0, 0);
  imageStore(both, p, c);
  write(volume, ivec3(p, 0), c);
  imageAtomicAdd(counts, ivec3(p, 0), 1u);
}
