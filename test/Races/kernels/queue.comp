// Invocations append to a list and one of them claims space for all.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer List { uint next; uint list[]; };
shared uint count, first, items[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    count = 0u;
  barrier(); // twin: drop
  if (src[g] > 0.5) {
    uint at = atomicAdd(count, 1u);
    items[at] = g;
  }
  barrier(); // twin: drop
  if (l == 0u)
    first = atomicAdd(next, count);
  barrier(); // twin: drop
  if (l < count)
    list[first + l] = items[l];
}
