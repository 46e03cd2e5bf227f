// Keys counted in shared memory; any invocation of each key may be the last one.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
shared uint bins[SIZE];
shared uint last[SIZE / 4];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  bins[l] = 0u;
  if (l < SIZE / 4u)
    last[l] = 0u;
  barrier(); // twin: drop
  uint key = keys[g];
  atomicAdd(bins[key], 1u); // twin: atomicAdd(bins[key], 1u) -> bins[key]++
  atomicExchange(last[key], l); // twin: atomicExchange(last[key], l) -> last[key] = l
  barrier(); // twin: drop
  dst[g] = bins[l] + last[l / 4u];
}
