// RUN: %wglint --verify --remarks --checks=data-race %s

// Near miss of a butterfly: the end that is stored to as well is so before a barrier.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Data { float data[]; };
layout(binding = 2) uniform Numbers { uint dist; };
shared float s[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = data[l];
  barrier();
  // expected-warning@+4 {{data race}}
  // expected-note@+3 {{assumed: dist = 1}}
  // expected-note@+2 {{a barrier() between the two}}
  // expected-note@+1 {{loads it here}}
  s[l + dist] += s[l];
}
