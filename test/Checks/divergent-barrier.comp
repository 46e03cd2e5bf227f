// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/example.comp %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the bound is in this condition}}
  if (g >= n)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound is no multiple of the workgroup's size}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// The same for all invocations of a workgroup.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (gl_WorkGroupID.x * 64u >= n)
    return;
  s[l] = src[g];
  barrier();
  dst[g] = s[l ^ 1u];
}
