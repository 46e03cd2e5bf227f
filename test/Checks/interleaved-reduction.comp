// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=interleaved-reduction %t/example.comp
// A vector of three goes as several requests: they are one step.
// RUN: %edit -e 's/shared float/shared vec3/' -e 's/s.l. = .*/s[l] = vec3(src[gl_GlobalInvocationID.x]);/' -e 's/= s.0./= s[0].x/' %t/example.comp > %t/vectors.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=interleaved-reduction %t/vectors.comp %t/open.comp
// In a workgroup of one subgroup none falls idle, in whichever order.
// RUN: %edit -e '/expected/d' -e 's/256/32/' %t/example.comp > %t/one.comp
// RUN: echo '// expected-no-diagnostics' >> %t/one.comp
// RUN: %wglint --verify --remarks --checks=interleaved-reduction %t/one.comp %t/near-miss.comp %t/segments.comp %t/scan.comp \
// RUN:   %t/halves.comp

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

//--- scan.comp
// expected-no-diagnostics
// On the way down of a scan the partial sums are used where they are.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = data[gl_GlobalInvocationID.x];
  barrier();
  for (uint level = 1u; level < 256u; level *= 2u) {
    if ((l + 1u) % (2u * level) == 0u)
      s[l] += s[l - level];
    barrier();
  }
  if (l == 0u)
    s[255] = 0u;
  barrier();
  for (uint level = 128u; level > 0u; level /= 2u) {
    if ((l + 1u) % (2u * level) == 0u) {
      uint left = s[l - level];
      s[l - level] = s[l];
      s[l] += left;
    }
    barrier();
  }
  data[gl_GlobalInvocationID.x] = s[l];
}

//--- open.comp
// Nobody has written the workgroup's size.
#version 450
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint stride = 1u; stride < 64u; stride *= 2u) {
    if (l % (2u * stride) == 0u)
      s[l] += s[l + stride]; // expected-remark {{reduction in 's' works in 16 of 32 lanes}}
    barrier();
  }
  if (l == 0u)
    sums[gl_WorkGroupID.x] = s[0];
}

//--- halves.comp
// A scan whose every step takes half of the lanes, others each time.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = data[gl_GlobalInvocationID.x];
  barrier();
  uint row = ~0u;
  for (uint stride = 1u; stride < 64u; stride *= 2u) {
    if ((l & stride) != 0u)
      s[l] += s[(l & row) - 1u];
    barrier();
    row <<= 1;
  }
  data[gl_GlobalInvocationID.x] = s[l];
}
