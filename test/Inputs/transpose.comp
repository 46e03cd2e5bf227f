#version 450
layout(local_size_x = 32, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint pitch;

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float v = src[p.y * pitch + p.x];
  dst[p.x * pitch + p.y] = v;
}
