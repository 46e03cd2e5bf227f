// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// A shared array that is passed is copied, and handed back by all.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint s[64];
void turn(inout uint list[64], uint l) { list[l] = list[63u - l]; }
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = data[g];
  barrier();
  // expected-warning@+3 {{data race: invocation 0 stores to byte 0 of 's', which invocation 63 loads}}
  // expected-note@+2 {{let the function use the shared array itself: arrays are passed by value}}
  // expected-note@+1 {{invocation 63 loads it here}}
  turn(s, l);
  barrier();
  data[g] = s[l];
}
