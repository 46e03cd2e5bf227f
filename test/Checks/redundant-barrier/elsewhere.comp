// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %s

// The one that is not shared is only used behind it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float mine[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  float loaded = dst[g];
  barrier(); // expected-remark {{this barrier orders nothing}}
  mine[l] = loaded;
  dst[g] = mine[l];
}
