// RUN: %wglint --verify --remarks --checks=divergent-barrier %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l < 32u)
    // expected-error@+2 {{invocation 0 reaches this barrier and invocation 32 does not}}
    // expected-note@+1 {{move the barrier}}
    barrier();
  dst[g] = src[g];
}
