// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// Half of the shift bounds the index: 1 moves nothing, and no number reaches what is stored.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(push_constant) uniform Sizes { uint turned; };
void main() {
  uint l = gl_LocalInvocationID.x;
  if (l < turned / 2u)
    dst[l] = -src[l];
  dst[l + turned] = src[l + turned];
}
