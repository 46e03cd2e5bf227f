// RUN: %wglint --verify --remarks --checks=divergent-barrier %s

// Data keeps others away.
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
  // expected-note@+1 {{besides, data decides here whether an invocation comes to it}}
  if (src[g] == 0.0)
    return;
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  if (l >= 32u)
    return;
  // expected-error@+2 {{invocation 0 reaches this barrier and invocation 32 does not}}
  // expected-note@+1 {{move the barrier}}
  barrier();
  dst[g] = s[l ^ 1u];
}
