// RUN: %wglint --verify --remarks --checks=redundant-barrier %s

// expected-no-diagnostics
// The barrier keeps what others store, somewhere, away from the first load, though a
// later one loads beside the store.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer D { float data[]; };
uniform int pairs;
shared float own[256];
void main() {
  uint index = gl_GlobalInvocationID.x, l = gl_LocalInvocationID.x;
  own[l] = data[index];
  barrier();
  uint right = (index / pairs) * 2 * pairs + index % pairs;
  float other = data[right];
  if (own[l] > other)
    data[right] = own[l];
}
