// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=interleaved-reduction %t/example.comp
// RUN: %wglint --verify --remarks --checks=interleaved-reduction %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=interleaved-reduction %t/segments.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
shared float s[256];

void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint stride = 1u; stride < 256u; stride *= 2u) {
    if (l % (2u * stride) == 0u)
      // expected-warning@+3 {{reduction in 's' works in 16 of 32 lanes of each subgroup in its first step, with idle lanes between them, and in fewer in the next}}
      // expected-note@+2 {{counted for NVIDIA Ampere}}
      // expected-note@+1 {{(sequential-reduction)}}
      s[l] += s[l + stride];
    barrier();
  }
  if (l == 0u)
    sums[gl_WorkGroupID.x] = s[0];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
shared float s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint stride = 128u; stride > 0u; stride /= 2u) {
    if (l < stride)
      s[l] += s[l + stride];
    barrier();
  }
  if (l == 0u)
    sums[gl_WorkGroupID.x] = s[0];
}

//--- segments.comp
// expected-no-diagnostics
// Each 8 invocations reduce their own 8 values, halves first.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
shared float s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint stride = 4u; stride > 0u; stride /= 2u) {
    if (l % 8u < stride)
      s[l] += s[l + stride];
    barrier();
  }
  if (l % 8u == 0u)
    sums[gl_GlobalInvocationID.x / 8u] = s[l];
}
