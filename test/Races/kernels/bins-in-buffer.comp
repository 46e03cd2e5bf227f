// Bins in a buffer, and a scatter through a table of the host's.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { uint keys[]; };
layout(std430, binding = 1) buffer Bins { uint bins[]; };
layout(std430, binding = 2) buffer Dst { uint dst[]; };

void main() {
  uint g = gl_GlobalInvocationID.x;
  atomicAdd(bins[keys[g] & 255u], 1u); // twin: atomicAdd(bins[keys[g] & 255u], 1u) -> bins[keys[g] & 255u]++
  dst[keys[g]] = g;
  dst[keys[g]] += 1u;
}
