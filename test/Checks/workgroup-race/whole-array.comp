// RUN: %wglint --verify --remarks --checks=workgroup-race %s

// Every workgroup sets all of an array, and what stands beside it: one change mends it, one finding says it.
// What stands behind a branch is another.
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Corners { float corners[4]; float other; float third; };
uniform int mode;
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  float value = float(gl_WorkGroupID.x);
  // expected-warning@+4 {{invocation 0 of every workgroup stores to byte 0 of 'corners': only one of the values stays}}
  // expected-note@+3 {{no barrier orders workgroups: give each its own element}}
  // expected-note@+2 {{invocation 0 stores to it here}}
  // expected-note@+2 {{likewise: invocation 0 stores to 'corners' here}}
  corners[0] = value;
  corners[1] = value + 1.0;
  // expected-note@+1 {{likewise: invocation 0 stores to 'other' here}}
  other = value;
  if (mode > 0)
    value += 2.0;
  // expected-warning@+3 {{invocation 0 of every workgroup stores to byte 20 of 'third': only one of the values stays}}
  // expected-note@+2 {{no barrier orders workgroups: give each its own element}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  third = value;
  dst[gl_WorkGroupID.x] = value;
}
