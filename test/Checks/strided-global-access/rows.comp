// RUN: %wglint --verify --remarks --checks=strided-global-access %s

// Rows of two variables that are taken together are one finding, and their shares of the
// traffic one share; what is taken later is one of its own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };
uniform uint n;
void main() {
  uint row = gl_GlobalInvocationID.x + 64u * gl_GlobalInvocationID.y;
  float most = 0.0;
  for (uint k = 0u; k < n; ++k)
    // expected-warning@+4 {{load from 'a' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * n bytes apart}}
    // expected-note@+3 {{likewise: load from 'b' here}}
    // expected-note@+2 {{assumed: n >=}}
    // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
    most = max(most, a[row * n + k] + b[row * n + k]);
  for (uint k = 0u; k < n; ++k)
    // expected-remark@+3 {{store to 'c' touches 32 sectors}}
    // expected-note@+2 {{assumed: n >=}}
    // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
    c[row * n + k] = most;
}
