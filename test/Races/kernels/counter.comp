// A counter in shared memory: reset, count, use.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared uint count;

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    count = 0u;
  barrier(); // twin: drop
  if (src[g] > 0.0)
    atomicAdd(count, 1u);
  barrier(); // twin: drop
  dst[g] = float(count);
}
