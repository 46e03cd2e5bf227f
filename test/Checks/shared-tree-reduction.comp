// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=shared-tree-reduction %t/example.comp
// RUN: %wglint --verify --remarks --checks=shared-tree-reduction --api=gles31 %t/es.comp
// RUN: %wglint --verify --remarks --checks=shared-tree-reduction %t/near-miss.comp %t/scan.comp %t/way-down.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float largest[]; };
shared float s[256];

void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = src[gl_GlobalInvocationID.x];
  barrier();
  for (uint stride = 128u; stride > 0u; stride /= 2u) {
    if (l < stride)
      // expected-remark@+2 {{each step of the reduction in 's' goes through shared memory and a barrier}}
      // expected-note@+1 {{value = subgroupMax(value) does 4 steps or more in registers; then one invocation of each subgroup stores to s[gl_SubgroupID]}}
      s[l] = max(s[l], s[l + stride]);
    barrier();
  }
  if (l == 0u)
    largest[gl_WorkGroupID.x] = s[0];
}
// [/example]

//--- es.comp
// expected-no-diagnostics
// No subgroup operations there.
#version 310 es
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = data[gl_GlobalInvocationID.x];
  barrier();
  for (uint stride = 64u; stride > 0u; stride /= 2u) {
    if (l < stride)
      s[l] += s[l + stride];
    barrier();
  }
  data[gl_GlobalInvocationID.x] = s[0];
}

//--- near-miss.comp
// expected-no-diagnostics
// A sum of two different arrays.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64], t[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint k = 0u; k < 4u; ++k) {
    t[l] = data[gl_GlobalInvocationID.x * 4u + k];
    barrier();
    s[l] = t[63u - l] + t[l] * 2.0;
    barrier();
  }
  data[gl_GlobalInvocationID.x] = s[l];
}

//--- scan.comp
// As many lanes work in each step: all sums are wanted, not only the last.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[256];

void main() {
  uint l = gl_LocalInvocationID.x;
  s[2u * l] = data[2u * l];
  s[2u * l + 1u] = data[2u * l + 1u];
  barrier();
  for (uint step = 0u; step < 8u; ++step) {
    uint mask = (1u << step) - 1u;
    uint from = ((l >> step) << (step + 1u)) + mask;
    uint to = from + 1u + (l & mask);
    // expected-remark@+2 {{each step of the scan in 's'}}
    // expected-note@+1 {{subgroupInclusiveAdd() does 4 steps or more in registers}}
    s[to] += s[from];
    barrier();
  }
  data[2u * l] = s[2u * l];
  data[2u * l + 1u] = s[2u * l + 1u];
}

//--- way-down.comp
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[256];

void main() {
  uint l = gl_LocalInvocationID.x;
  s[2u * l] = data[2u * l];
  s[2u * l + 1u] = data[2u * l + 1u];
  uint offset = 1u;
  for (uint d = 128u; d > 0u; d >>= 1u) {
    barrier();
    if (l < d)
      // expected-remark@+2 {{each step of the scan in 's'}}
      // expected-note@+1 {{subgroupInclusiveAdd()}}
      s[offset * (2u * l + 2u) - 1u] += s[offset * (2u * l + 1u) - 1u];
    offset *= 2u;
  }
  if (l == 0u)
    s[255] = 0.0;
  for (uint d = 1u; d < 256u; d *= 2u) {
    offset >>= 1u;
    barrier();
    if (l < d) {
      uint a = offset * (2u * l + 1u) - 1u, b = offset * (2u * l + 2u) - 1u;
      float t = s[a];
      s[a] = s[b];
      s[b] += t;
    }
  }
  barrier();
  data[2u * l] = s[2u * l];
  data[2u * l + 1u] = s[2u * l + 1u];
}
