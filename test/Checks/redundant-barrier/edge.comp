// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// expected-no-diagnostics
// Behind `i < n` n may be 3 all the same, for three invocations.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Dst { float dst[]; };
uniform uint n;
shared float s[64];
void main() {
  uint i = gl_LocalInvocationID.x;
  s[i] = float(i);
  barrier();
  if (i < n) {
    if (n == 3u)
      dst[i] = s[i ^ 1u];
    else
      dst[i] = s[i];
  }
}
