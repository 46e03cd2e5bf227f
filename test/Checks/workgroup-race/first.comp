// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Boids { float speed[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i == 0u)
    // expected-note@+1 {{invocation 0 stores to it here}}
    speed[1] = 2.0;
  // expected-warning@+2 {{data race between workgroups: invocation 0 stores to byte 4 of 'speed', which invocation 0 of the workgroup next to it in x stores to}}
  // expected-note@+1 {{no barrier orders workgroups: give each its own element}}
  speed[i] = float(i);
}

// One workgroup in z is enough to fill all layers.
