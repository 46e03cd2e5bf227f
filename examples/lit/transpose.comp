// The findings of a shader as comments of it: what is missing fails, and what is extra.
// RUN: wglint --verify --target=nvidia-hopper %s
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform uint pitch;

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  // expected-warning@+3 {{store to 'dst' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{assumed: pitch >= 8}}
  // expected-note@+1 {{pass a tile through shared memory}}
  dst[p.x * pitch + p.y] = src[p.y * pitch + p.x];
}
