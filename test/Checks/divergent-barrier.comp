// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/example.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/proved.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/near-miss.comp

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
  if (g >= n)
    return;
  s[l] = src[g];
  // expected-error@+2 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
// [/example]

//--- proved.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l < 32u)
    // expected-error@+2 {{invocation 0 reaches this barrier and invocation 32 does not}}
    // expected-note@+1 {{move the barrier}}
    barrier();
  dst[g] = src[g];
}

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
