// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %t/count.comp %t/elected.comp %t/set.comp

//--- count.comp
// What data lets a workgroup add to the total is lost where another one adds as well.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer V { uint v[]; };
layout(std430, binding = 1) buffer H { uint counts[64]; };
shared uint h[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  h[l] = 0u;
  barrier();
  atomicAdd(h[v[gl_GlobalInvocationID.x] & 63u], 1u);
  barrier();
  if (h[l] > 0u)
    // expected-warning@+1 {{invocation 0 of every workgroup stores to byte 0 of 'counts': only one of the values stays}}
    counts[l] += h[l];
}

//--- elected.comp
// Equality may elect one workgroup.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer V { uint v[]; };
layout(std430, binding = 1) buffer H { uint counts[64]; };
shared uint h[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  h[l] = v[gl_GlobalInvocationID.x];
  barrier();
  if (h[l ^ 1u] == 7u)
    counts[l] += h[l];
}

//--- set.comp
// So may any data, where it is not added to what others have left.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer V { uint v[]; };
layout(std430, binding = 1) buffer H { uint counts[64]; };
shared uint h[64];
void main() {
  uint l = gl_LocalInvocationIndex;
  h[l] = v[gl_GlobalInvocationID.x];
  barrier();
  if (h[l ^ 1u] > 0u)
    counts[l] = h[l];
}
