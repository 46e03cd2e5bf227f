// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

// expected-no-diagnostics
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if ((i & 1u) == 0u && a[i] < a[i + 1u])
    a[i] = a[i + 1u];
}
