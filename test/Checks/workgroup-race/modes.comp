// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
layout(push_constant) uniform Sizes { uint mode, width; };
shared float s[65];
void main() {
  uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
  s[l] = 0.0;
  if (l == 0u)
    s[64] = 0.0;
  barrier();
  if (mode == 0u && i < width)
    s[l] = data[i];
  if (mode == 1u && i < width)
    data[i] = s[l + 1u];
}
