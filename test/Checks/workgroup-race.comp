// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/example.comp %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier();
  for (uint d = 32u; d > 0u; d /= 2u) {
    if (l < d)
      s[l] += s[l + d];
    barrier();
  }
  if (l == 0u)
    // expected-warning@+3 {{invocation 0 of every workgroup stores to byte 0 of 'dst': only one of the values stays}}
    // expected-note@+2 {{no barrier orders workgroups: give each its own element}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    dst[0] = s[0];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    dst[gl_WorkGroupID.x] = src[g];
}
