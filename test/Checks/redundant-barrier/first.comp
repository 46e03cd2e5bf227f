// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %s

// What it was to order is gone; all invocations have just begun.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uint g = gl_GlobalInvocationID.x;
  barrier(); // expected-remark {{this barrier orders nothing}}
  float loaded = src[g];
  for (uint i = 1u; i < 64u; i++)
    loaded = fma(loaded, loaded, 0.5);
  barrier(); // expected-warning {{this barrier orders nothing}}
  dst[g] = loaded;
}
