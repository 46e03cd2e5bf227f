// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// Both ends are stored to: an invocation has the two for itself, so the host keeps
// the number large enough. Nor is an index meant that a mask of the host's spreads.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(std430, binding = 1) buffer Spread { float spread[]; };
layout(binding = 2) uniform Numbers { uint dist, mask; };
void main() {
  uint l = gl_LocalInvocationID.x;
  float low = data[l], high = data[l + dist];
  data[l] = low + high;
  data[l + dist] = low - high;
  uint i = l + (l & mask);
  spread[i] = 0.5 * spread[i + dist];
}
