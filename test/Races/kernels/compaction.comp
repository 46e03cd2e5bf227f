// Flags are summed up and elements that pass are gathered.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared uint sum[SIZE];
shared float kept[SIZE];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  uint keep = src[g] > 0.0 ? 1u : 0u;
  sum[l] = keep;
  for (uint d = 1u; d < SIZE; d *= 2u) {
    barrier(); // twin: drop
    uint v = l >= d ? sum[l - d] : 0u;
    barrier(); // twin: drop
    sum[l] += v;
  }
  if (keep == 1u)
    kept[sum[l] - 1u] = src[g];
  barrier(); // twin: drop : none
  dst[g] = kept[l];
}
