// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper %s

// Three rows of the workgroup would touch as many sectors behind each other: it is the
// distance in them.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Points { float points[]; };
layout(std430, binding = 1) buffer Heights { uint heights[]; };
uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.y * pitch * 8u + gl_GlobalInvocationID.x;
  // expected-warning@+3 {{load from 'points' touches 12 sectors per request where 4 would do: neighbouring lanes of a row are 12 bytes apart}}
  // expected-note@+2 {{assumed: }}
  // expected-note@+1 {{keep what neighbouring invocations use in an array of its own}}
  float height = points[i * 3u + 2u];
  atomicAdd(heights[gl_LocalInvocationIndex], uint(height));
}
