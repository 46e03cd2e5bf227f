// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(push_constant) uniform Sizes { uint layers, width, used; };
void main() {
  uint z = gl_WorkGroupID.z, i = gl_GlobalInvocationID.x;
  if (z + 1u == layers && i < width)
    dst[i] = src[z * width + i];
  if (z == 3u && i < width && gl_LocalInvocationID.x < used)
    dst[width + i] = src[z * width + i];
}

// The host chooses one of the two.
