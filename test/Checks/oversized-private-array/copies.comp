// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %s

// A function that changes an array gets a copy of it, which is the same array
// for its author. The index that differs is in the copy. One that the shader copies
// is as long, so that one finding names both.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Values { uint values[]; };
void turn(inout uint list[256], uint by) {
  list[by] = list[255u - by];
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint own[256];
  // expected-warning@+1 {{private array 'own' takes 1024 bytes in every invocation}}
  own[0] = i;
  own[255] = i;
  if (values[0] > 3u)
    own[1] = 3u;
  uint other[256] = own;
  turn(own, values[i] & 255u);
  values[i] = own[0] + other[values[i] & 255u];
}
