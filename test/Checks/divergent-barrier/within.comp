// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x >= 64 || g.y >= 60' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x > 64' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=g.x + 1 >= 64' %s

// One number off, or not known to be such a multiple: the default of a specialization
// constant is replaced.
#version 450
layout(local_size_x = 8, local_size_y = 8, local_size_z = 8) in;
layout(constant_id = 0) const int count = 64;
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform int n;
shared float s[512];
void main() {
  ivec3 g = ivec3(gl_GlobalInvocationID);
  uint l = gl_LocalInvocationIndex;
  // expected-note@+1 {{the bound is in this condition}}
  if (SKIP)
    return;
  s[l] = dst[g.x];
  // expected-error@+3 {{a bound keeps some invocations of the workgroup that it lies in away from this barrier}}
  // expected-note@+2 {{assumed: the dispatch reaches the bound}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g.x] = s[l ^ 1u];
}
