// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race %s

// expected-no-diagnostics
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) coherent buffer Sums { uint sums[]; };
void main() {
  uint g = gl_WorkGroupID.x, before = 0u;
  if (g > 0u)
    do
      before = sums[g - 1u];
    while (before == 0u);
  sums[g] = before + src[g];
}
