// Bins in shared memory, merged with atomics.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Total { uint total[]; };
shared uint bins[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  bins[l] = 0u; // twin: bins[l] -> bins[l / 2u] : same-value-race
  barrier(); // twin: drop
  atomicAdd(bins[uint(src[g]) % SIZE], 1u); // twin: atomicAdd(bins[uint(src[g]) % SIZE], 1u) -> bins[l % 8u]++
  barrier(); // twin: drop
  atomicAdd(total[l], bins[l]); // twin: atomicAdd(total[l], bins[l]) -> total[l] += bins[l] : workgroup-race
}
