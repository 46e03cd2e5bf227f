// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %s

// What a barrier of so few invocations costs cannot be measured, but in a loop.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uint g = gl_GlobalInvocationID.x;
  float loaded = src[g];
  barrier(); // expected-remark {{this barrier orders nothing}}
  for (uint i = 0u; i < 64u; i++) {
    loaded += src[g + i];
    barrier(); // expected-warning {{this barrier orders nothing}}
  }
  dst[g] = loaded;
}
