// Each invocation gets a slot of its own from a counter.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) buffer Counter { uint count, bits, users; };
layout(std430, binding = 1) buffer Slots { uint slots[]; };
shared uint local[SIZE];
shared uint next;

void main() {
  uint l = gl_LocalInvocationID.x;
  if (l == 0u)
    next = 0u;
  barrier(); // twin: drop
  local[atomicAdd(next, 1u)] = l; // twin: 1u -> l
  slots[atomicAdd(count, l + 1u)] = l; // twin: l + 1u -> 0u
  uint seen = atomicAdd(users, 0u); // reads
  if (atomicOr(bits, 1u) == 0u) // the first one alone
    slots[seen] = l;
  barrier(); // twin: drop : none
  slots[SIZE * SIZE + l] = local[l];
}
