// RUN: %wglint --verify --remarks --checks=divergent-barrier %s

// Whatever stands between the two, and in a loop that some leave earlier.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l < 32u) {
    s[l] = dst[g];
    // expected-error@+2 {{invocation 0 reaches this barrier and invocation 32 does not}}
    // expected-note@+1 {{move the barrier}}
    barrier();
    if (l < 16u)
      s[l] += s[l + 16u];
    // expected-note@+1 {{nor does it reach this one}}
    barrier();
    dst[g] = s[0];
  }
  for (uint k = 0u; k < l; ++k) {
    // expected-error@+2 {{invocation 1 reaches this barrier and invocation 0 does not}}
    // expected-note@+1 {{move the barrier}}
    barrier();
    s[l] += s[k];
    // expected-note@+1 {{nor does it reach this one}}
    barrier();
  }
}
