// RUN: %wglint --verify --remarks --checks=divergent-barrier %s

// One condition and two barriers behind it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (flag == 1u && l == 0u)
    return;
  s[l] = src[g];
  // expected-error@+3 {{invocation 1 reaches this barrier and invocation 0 does not}}
  // expected-note@+2 {{assumed: flag == 1}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  float a = s[l ^ 1u];
  // expected-note@+1 {{nor does it reach this one}}
  barrier();
  s[l] = a;
  dst[g] = a;
}
