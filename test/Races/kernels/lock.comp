// A critical section, entered by one invocation after the other.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared uint lock;
shared float sum;

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u) {
    lock = 0u;
    sum = 0.0;
  }
  barrier(); // twin: drop
  bool done = false;
  while (!done) {
    if (atomicCompSwap(lock, 0u, 1u) == 0u) {
      sum += src[g];
      memoryBarrierShared();
      atomicExchange(lock, 0u);
      done = true;
    }
  }
  barrier(); // twin: drop : none
  dst[g] = sum;
}
