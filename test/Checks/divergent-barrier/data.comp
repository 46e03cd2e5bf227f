// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g >= n || src[g] == 0.0' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=src[g] == 0.0' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=imageLoad(im, ivec2(g, 0)).x == 0.0' %s

// What each invocation loads for itself decides. Beside a bound it is the data that
// are named.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(rgba32f, binding = 0) readonly uniform image2D im;
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the data are in this condition}}
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-error-re@+3 {{data decides for each invocation whether it reaches this barrier ({{loaded from 'src'|read from an image}})}}
  // expected-note@+2 {{assumed: the data are not the same for all invocations of a workgroup}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  float a = s[l ^ 1u];
  // expected-note@+1 {{the same data keep them away from this one as well}}
  barrier();
  s[l] = a;
  dst[g] = a;
}
