// RUN: %wglint --verify --verify-ignore=note --remarks --checks=workgroup-race %s

#version 450
layout(local_size_x = 64) in;
layout(rgba8, binding = 0) writeonly uniform image2D rows, one;
layout(std430, binding = 2) readonly buffer Src { float src[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  float value = src[p.x];
  p.x = (p.x + 32u) % 64u;
  // expected-remark@+1 {{data race between workgroups: invocation 0 stores to a texel of 'rows', which invocation 0 of the workgroup next to it in x stores}}
  imageStore(rows, ivec2(p), vec4(value));
  // expected-warning@+1 {{invocation 0 of every workgroup stores to a texel of 'one': only one of the values stays}}
  imageStore(one, ivec2(p.x, 7), vec4(value));
}

// Workgroups of one invocation: data decides who looks, a border is left out.
