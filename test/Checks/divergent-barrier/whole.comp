// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x >= 64 || g.y >= 64 || g.z >= 64' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=!(g.x <= 63 && 128 > g.y)' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x >= 8 * n || flag == 0u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=mix(g.x >= 64, true, flag == 0u)' %s

// expected-no-diagnostics
// Bounds that are multiples of the workgroup's size: no workgroup lies on both sides.
#version 450
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint flag;
uniform int n;
shared float s[512];
void main() {
  ivec3 g = ivec3(gl_GlobalInvocationID);
  uint l = gl_LocalInvocationIndex;
  if (SKIP)
    return;
  s[l] = dst[g.x];
  barrier();
  dst[g.x] = s[l ^ 1u];
}
