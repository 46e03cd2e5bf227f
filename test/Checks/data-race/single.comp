// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// expected-no-diagnostics
// Only invocation 0 is below 1.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint count; uint src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= count)
    return;
  if (count == 1u) {
    dst[0] = src[i];
    return;
  }
  dst[i] = src[i];
}
