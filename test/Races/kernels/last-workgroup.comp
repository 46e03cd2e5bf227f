// The last workgroup adds what all have stored.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(std430, binding = 2) buffer C { uint count; };
shared float s[SIZE];
shared bool isLast;

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier(); // twin: drop
  for (uint d = SIZE / 2u; d > 0u; d /= 2u) {
    if (l < d) s[l] += s[l + d];
    barrier(); // twin: drop
  }
  if (l == 0u) {
    dst[1u + gl_WorkGroupID.x] = s[0];
    memoryBarrierBuffer();
    isLast = atomicAdd(count, 1u) == gl_NumWorkGroups.x - 1u;
  }
  barrier(); // twin: drop
  if (isLast && l == 0u) {
    float sum = 0.0;
    for (uint i = 0u; i < gl_NumWorkGroups.x; ++i)
      sum += dst[1u + i];
    dst[0] = sum;
  }
}
