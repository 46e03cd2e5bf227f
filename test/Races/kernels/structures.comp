// Members of one structure belong to different invocations.
// sizes: 64 256
#version 450
#define SIZE 64
layout(local_size_x = SIZE) in;
struct Item { float weight; vec2 value; };
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared Item s[SIZE / 2];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l < SIZE / 2u)
    s[l].weight = src[g];
  else
    s[l - SIZE / 2u].value = vec2(src[g], 1.0);
  barrier(); // twin: drop
  if (l < SIZE / 2u)
    dst[gl_WorkGroupID.x * SIZE + l] = s[l].weight * s[l].value.x;
}
