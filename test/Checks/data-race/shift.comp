// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// A number of the host's is between the two: 1 is enough. Rows, a header and what a condition
// on the number leaves are none of its business.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Line { float line[]; };
layout(std430, binding = 1) buffer Rows { float rows[]; };
layout(binding = 2) uniform Numbers { uint offset, pitch, header, far; };
void main() {
  uint l = gl_LocalInvocationID.x;
  float moved = line[l + offset]; // expected-note {{invocation 0 loads it here}}
  // expected-warning@+3 {{data race: invocation 1 stores to byte 4 of 'line', which invocation 0 loads with no barrier in between}}
  // expected-note@+2 {{assumed: offset = 1}}
  // expected-note@+1 {{memoryBarrierBuffer() and barrier() between the two}}
  line[l] = moved;
  rows[(l / 8u) * pitch + l % 8u] = rows[l + 4096u * header];
  if (far >= 64u)
    line[l + 512u] = line[l + 512u + far];
}
