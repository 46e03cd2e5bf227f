// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=imageLoad(im, ivec2(gl_WorkGroupID.xy)).x == 0.0' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=src[gl_WorkGroupID.x] == 0.0' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=s[0] == 0.0' %s

// expected-no-diagnostics
// All load one thing.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(rgba32f, binding = 0) readonly uniform image2D im;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    s[0] = src[g];
  barrier();
  if (SKIP)
    return;
  barrier();
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u];
}
