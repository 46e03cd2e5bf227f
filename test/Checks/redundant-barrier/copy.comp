// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %s

// Memory is all that is waited for.
#version 450
layout(local_size_x = 1024) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  float loaded = src[g];
  barrier(); // expected-remark {{this barrier orders nothing}}
  dst[g] = loaded;
}
