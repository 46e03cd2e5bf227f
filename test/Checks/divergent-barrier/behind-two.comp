// RUN: %wglint --verify --verify-ignore=note --remarks --checks=divergent-barrier %s

// The same invocations behind another branch, and others behind one within the first.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l < 32u) {
    s[l] = dst[g];
    // expected-error@+1 {{invocation 0 reaches this barrier and invocation 32 does not}}
    barrier();
    if (l < 16u) {
      // expected-error@+1 {{invocation 0 reaches this barrier and invocation 16 does not}}
      barrier();
      s[l] += s[l + 16u];
    }
  }
  if (l < 32u)
    // expected-error@+1 {{invocation 0 reaches this barrier and invocation 32 does not}}
    barrier();
  switch (l / 32u) {
  case 0u:
    // expected-error@+1 {{invocation 0 reaches this barrier and invocation 32 does not}}
    barrier();
    break;
  }
  dst[g] = s[0];
}
