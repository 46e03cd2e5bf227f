// RUN: %wglint --verify --remarks --checks=strided-global-access %s

// Loads and stores of the same sectors, some by an address of which it is not known that
// it is the same one.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint first;
void main() {
  uint at = gl_GlobalInvocationID.x * 4096u + first;
  // expected-warning@+3 {{load from 'data' touches 32 sectors per request where 4 would do: neighbouring lanes are 4096 bytes apart}}
  // expected-note@+2 {{100 % of this shader's memory traffic; counted for NVIDIA Ampere}}
  // expected-note@+1 {{keep what they use together in an array of its own}}
  uint low = data[at / 4u];
  // expected-note@+1 {{likewise: load from 'data' here}}
  uint high = data[(at + 2u) / 4u];
  // expected-note@+1 {{likewise: store to 'data' here}}
  data[at / 4u] = low ^ high;
}
