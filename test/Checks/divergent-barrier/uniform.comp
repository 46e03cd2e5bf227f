// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag == 0u || m == 3u || n == 4u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=gl_WorkGroupID.x * 64u >= n || mix(flag == 0u, true, m == 3u)' %s

// expected-no-diagnostics
// No bound among them: all invocations of a workgroup agree.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (SKIP)
    return;
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u];
}
