// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=scattering-workgroup-shape,strided-global-access,uncoalesced-global-access %t/example.comp
// RUN: %wglint --verify --remarks --checks=scattering-workgroup-shape,strided-global-access,uncoalesced-global-access %t/remaining.comp
// RUN: %wglint --verify --remarks --checks=scattering-workgroup-shape %t/near-miss.comp %t/transpose.comp \
// RUN:   %t/local.comp %t/unused.comp
// RUN: %wglint --verify --verify-ignore=note --checks=scattering-workgroup-shape,strided-global-access %t/less-bad.comp

//--- example.comp
// [example]
#version 450
// expected-warning@+3 {{one request of each access touches 64 sectors in all in a workgroup of 1 x 64, and 10 in one of 64 x 1}}
// expected-note@+2 {{counted for NVIDIA Ampere}}
// expected-note@+1 {{give the workgroup the shape 64 x 1}}
layout(local_size_x = 1, local_size_y = 64) in;

layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };
uniform uint width;

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.y * width + p.x] = src[p.y * width + p.x];
}
// [/example]

//--- remaining.comp
// The shape mends what lies in rows; every eighth element stays scattered.
#version 450
// expected-warning@+3 {{one request of each access touches}}
// expected-note@+2 {{counted for NVIDIA Ampere}}
// expected-note@+1 {{give the workgroup the shape}}
layout(local_size_x = 1, local_size_y = 64) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) readonly buffer Sparse { float sparse[]; };
layout(std430, binding = 2) writeonly buffer Out { float dst[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  uint i = p.y * 4096 + p.x;
  float v = src[i] + src[i + 4096];
  // expected-remark@+3 {{load from 'sparse' touches 32 sectors per request}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  dst[i] = v + sparse[i * 8];
}

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 16, local_size_y = 4) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };
uniform uint width;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.y * width + p.x] = src[p.y * width + p.x];
}

//--- transpose.comp
// expected-no-diagnostics
// Whatever the shape, one of the two is scattered.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };
uniform uint width;
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.x * width + p.y] = src[p.y * width + p.x];
}

//--- unused.comp
// expected-no-diagnostics
// In a workgroup of 8 x 8 eight invocations would store the same.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { float dst[]; };
void main() { dst[gl_GlobalInvocationID.x * 8u] = 0.0; }

//--- local.comp
// expected-no-diagnostics
// With another shape it would store elsewhere.
#version 450
layout(local_size_x = 1, local_size_y = 64) in;
layout(std430, binding = 0) writeonly buffer Out { float dst[]; };
void main() { dst[gl_LocalInvocationID.y * 1024u + gl_WorkGroupID.x] = 0.0; }

//--- less-bad.comp
// 8 x 8 would touch half of the sectors, and still four times what is needed: the swapped index is
// the cause, and is told where it stands.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float src[]; };
layout(std430, binding = 1) writeonly buffer Out { float dst[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  // expected-warning@+1 {{load from 'src' touches 32 sectors per request where 4 would do}}
  dst[p.x * 64u + p.y] = src[p.x * 64u + p.y];
}
