// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

// All invocations of all workgroups: once is enough.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) buffer Sum { float sum; };
void main() {
  // expected-warning@+3 {{data race: invocation 1 stores to byte 0 of 'sum'}}
  // expected-note@+2 {{let one invocation store it}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  sum = data[gl_GlobalInvocationID.x];
}

// One workgroup in z stores, whatever else the short circuit asks.
