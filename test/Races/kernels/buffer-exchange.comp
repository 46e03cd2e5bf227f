// Neighbours exchange through a buffer.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  dst[g] = src[g] * 2.0;
  memoryBarrierBuffer(); // twin: drop : missing-memory-barrier
  barrier(); // twin: drop
  float v = dst[gl_WorkGroupID.x * SIZE + (l ^ 1u)];
  barrier(); // twin: drop
  memoryBarrierBuffer();
  dst[g] = v;
}
