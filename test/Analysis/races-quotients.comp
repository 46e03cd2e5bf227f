// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=data-race %t/path.comp %t/moved.comp %t/leaving.comp

// A quotient has one bound on all paths, whatever the divisor is on one of them.
//--- path.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer O { uint o[]; };
uniform uint n;
void main() {
  uint x = gl_LocalInvocationID.x;
  if (n > 10u)
    o[1u + x] = x / n;
  // expected-warning@+2 {{stores to byte 0 of 'o'}}
  if (x / n >= 20u)
    o[0] = x;
}

// 20 more in the dividend are more in the quotient, where the divisor is 1.
//--- moved.comp
#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer O { uint o[]; };
uniform uint n;
void main() {
  uint x = gl_LocalInvocationID.x;
  // expected-warning@+2 {{stores to byte 0 of 'o'}}
  if ((x + 20u) / (n + 1u) >= 40u)
    o[0] = x;
}

// What one has stored last, others store in one of their first iterations.
//--- leaving.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer O { uint o[]; };
void main() {
  for (uint i = 0u; i < 8u; ++i) {
    if (i == gl_LocalInvocationID.x)
      return;
    // expected-warning@+1 {{stores to byte 0 of 'o'}}
    o[0] = i;
  }
}
