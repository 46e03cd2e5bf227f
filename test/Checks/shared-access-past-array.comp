// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=shared-access-past-array %t/example.comp
// RUN: %wglint --verify --remarks --checks=shared-access-past-array --dispatch=2,2,1 %t/given.comp
// RUN: %wglint --verify --remarks --checks=shared-access-past-array --dispatch=1,2,1 %t/row.comp
// RUN: %wglint --verify --remarks --checks=shared-access-past-array %t/near-miss.comp %t/bounds.comp \
// RUN:   %t/suppressed.comp
// RUN: %wglint --verify --remarks --checks=shared-access-past-array --dispatch=9,1,1 %t/bounds.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-access-past-array --dispatch=1,2,1 %t/column.comp
// RUN: %wglint --verify --remarks --checks=shared-access-past-array --target-env=vulkan %t/open.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba32f) uniform readonly image2D source;
layout(binding = 1, rgba32f) uniform writeonly image2D target;
shared vec4 tile[8][8];

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  // expected-remark@+3 {{invocation (0, 0, 0) of workgroup (1, 0, 0) stores to byte 1024 of 'tile', which has 1024 bytes}}
  // expected-note@+2 {{assumed: there are several workgroups in x}}
  // expected-note@+1 {{index it by gl_LocalInvocationID}}
  tile[at.x][at.y] = imageLoad(source, at);
  barrier();
  imageStore(target, at, tile[at.x][at.y ^ 1]);
}
// [/example]

//--- given.comp
// What the dispatch says is no assumption.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64];
void main() {
  uint g = gl_GlobalInvocationID.x;
  // expected-warning@+2 {{invocation 0 of workgroup (1, 0, 0) stores to byte 256 of 's', which has 256 bytes}}
  // expected-note@+1 {{index it by gl_LocalInvocationID}}
  s[g] = data[g];
  barrier();
  data[g] = s[g ^ 1u];
}

//--- row.comp
// expected-no-diagnostics
// One workgroup in x.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64];
void main() {
  uint g = gl_GlobalInvocationID.x;
  s[g] = data[g];
  barrier();
  data[g] = s[g ^ 1u];
}

//--- near-miss.comp
// expected-no-diagnostics
// The second workgroup still finds an element; and an index that starts again.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float twice[128], s[64], sums[64];
void main() {
  uint g = gl_GlobalInvocationID.x;
  twice[g] = data[g];
  s[g % 64u] = data[g];
  if (gl_LocalInvocationIndex == 0u)
    sums[gl_WorkGroupID.x] = 0.0;
  barrier();
  data[g] = twice[g ^ 1u] + s[gl_LocalInvocationIndex ^ 1u] +
            sums[gl_WorkGroupID.x];
}

//--- bounds.comp
// expected-no-diagnostics
// Who is past the end does not come here.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64], first[64];
uniform uint n;
void main() {
  uint g = gl_GlobalInvocationID.x;
  if (g < 64u)
    s[g] = data[g];
  if (gl_WorkGroupID.x == 0u)
    first[g] = data[g];
  first[min(g, 63u)] = 1.0;
  first[clamp(int(g), 0, 63)] = 2.0;
  if (g < min(n, 64u))
    first[g] = 3.0;
  barrier();
  data[g] = s[gl_LocalInvocationIndex] + first[gl_LocalInvocationIndex];
}

//--- column.comp
// One workgroup in x, but two in y.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[8][8];
void main() {
  uvec2 g = gl_GlobalInvocationID.xy;
  // expected-warning@+1 {{invocation (0, 0, 0) of workgroup (0, 1, 0) stores to byte 256 of 's', which has 256 bytes}}
  s[g.y][g.x] = data[g.y * 8u + g.x];
  barrier();
  data[g.y * 8u + g.x] = s[g.y][g.x ^ 1u];
}

//--- open.comp
// expected-no-diagnostics
// The host may make it longer.
#version 450
layout(local_size_x = 64) in;
layout(constant_id = 1) const uint N = 64;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[N];
void main() {
  uint g = gl_GlobalInvocationID.x;
  s[g] = data[g];
  barrier();
  data[g] = s[g ^ 1u];
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float s[64];
void main() {
  uint g = gl_GlobalInvocationID.x;
  s[g] = data[g]; // NOLINT(shared-access-past-array)
  barrier();
  data[g] = s[gl_LocalInvocationIndex ^ 1u];
}
