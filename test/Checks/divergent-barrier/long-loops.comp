// RUN: %wglint --verify --checks=divergent-barrier %s

// Loops that are too long to be walked turn by turn: where rows of the workgroup's width fill the
// bound, all invocations leave in the same turn, wherever they begin. Else some leave one turn
// earlier.
#version 450
layout(local_size_x = 512) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[512];
void main() {
  uint l = gl_LocalInvocationID.x, part = gl_WorkGroupID.x * 7680000u;
  for (uint i = l; i < 7680000u; i += gl_WorkGroupSize.x) {
    tile[l] = data[i];
    barrier();
    data[i] = tile[511u - l];
    barrier();
  }
  for (uint i = l + part; i < part + 7680000u; i += gl_WorkGroupSize.x) {
    tile[l] = data[i];
    barrier();
    data[i] = tile[511u - l];
    barrier();
  }
  // So do numbers that would wrap around at the end.
  for (uint i = 7679999u - l; i >= 512u; i -= gl_WorkGroupSize.x) {
    tile[l] = data[i];
    barrier();
    data[i] = tile[511u - l];
    barrier();
  }
  for (uint i = 7679999u - l; i >= 500u; i -= gl_WorkGroupSize.x) {
    tile[l] = data[i];
    // expected-error@+5 {{a bound keeps some invocations}}
    // expected-note@+4 {{assumed: the bound is no multiple of the workgroup's size}}
    // expected-note@+3 {{move the barrier out of the condition}}
    // expected-note@31 {{the bound is in this condition}}
    // expected-note@+3 {{the same bound keeps them away from this one as well}}
    barrier();
    data[i] = tile[511u - l];
    barrier();
  }
  for (uint i = l; i < 7680100u; i += gl_WorkGroupSize.x) {
    tile[l] = data[i];
    // expected-error@+5 {{a bound keeps some invocations}}
    // expected-note@+4 {{assumed: the bound is no multiple of the workgroup's size}}
    // expected-note@+3 {{move the barrier out of the condition}}
    // expected-note@42 {{the bound is in this condition}}
    // expected-note@+3 {{the same bound keeps them away from this one as well}}
    barrier();
    data[i] = tile[511u - l];
    barrier();
  }
}
