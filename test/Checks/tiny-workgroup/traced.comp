// RUN: %wglint --verify --remarks --checks=tiny-workgroup %s

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
