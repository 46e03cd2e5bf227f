// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
layout(push_constant) uniform Pass { uint mode; };
void main() {
  if (gl_LocalInvocationID.x == 0u && mode == 1u)
    // expected-remark@+1 {{invocation 0 of every workgroup stores to byte 0 of 'dst'}}
    dst[0] = src[gl_GlobalInvocationID.x];
}
