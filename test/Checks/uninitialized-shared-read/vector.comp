// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %s

// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Sizes { uint count; };
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[4096];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint i = l; i < count; i += 64u)
    s[i] = src[i];
  barrier();
  float sum = 0.0;
  for (uint block = l; block < count / 32u; block += 64u)
    for (uint i = 0u; i < 32u; ++i)
      sum += s[block * 32u + i];
  dst[gl_GlobalInvocationID.x] = sum;
}

// Every tile is stored to the same bytes, however many there are.
