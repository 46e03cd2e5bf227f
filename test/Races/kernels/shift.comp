// A line moves by a number that the host gives, through a copy.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) buffer Line { float line[]; };
layout(std430, binding = 1) buffer Copy { float copied[]; };
layout(binding = 2) uniform Numbers { uint offset, span; };
shared float s[2 * SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  copied[g] = line[g + offset]; // twin: copied[g] -> line[g]
  s[l] = line[g];
  s[l + SIZE] = 0.0;
  barrier(); // twin: drop
  float other = s[l + offset];
  barrier(); // twin: drop
  s[l] = other;
  // Of the guard's inside it is taken that all invocations are there.
  barrier(); // twin: drop : none
  if (l < span)
    s[l] += s[l + span];
  copied[g + SIZE * 2048u] = s[l];
}
