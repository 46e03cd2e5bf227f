// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/line.comp %t/plane.comp %t/colour.comp %t/apart.comp

//--- line.comp
// Tiles that overlap by their borders: a workgroup that is alone has no use for one.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  int i = int(gl_WorkGroupID.x * 62u + l) - 1;
  tile[l] = data[max(i, 0)]; // expected-note {{invocation 0 loads it here}}
  barrier();
  if (l > 0u && l < 63u)
    // expected-warning@+3 {{data race between workgroups: invocation 62 stores to byte 244 of 'data', which invocation 0 of the workgroup next to it in x loads}}
    // expected-note@+2 {{load from one buffer and store to another}}
    // expected-note@+1 {{assumed: no subgroup reaches the bound 0}}
    data[i] = 0.25 * tile[l - 1u] + 0.5 * tile[l] + 0.25 * tile[l + 1u];
}

//--- plane.comp
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(rgba8, binding = 0) uniform image2D im;
shared vec4 tile[16][16];
void main() {
  ivec2 l = ivec2(gl_LocalInvocationID.xy);
  ivec2 p = ivec2(gl_WorkGroupID.xy) * 14 + l - 1;
  tile[l.y][l.x] = imageLoad(im, p); // expected-note {{invocation (0, 1, 0) loads it here}}
  barrier();
  if (l.x > 0 && l.x < 15 && l.y > 0 && l.y < 15)
    // expected-warning@+2 {{data race between workgroups: invocation (14, 1, 0) stores to a texel of 'im', which invocation (0, 1, 0) of the workgroup next to it in x loads}}
    // expected-note@+1 {{load from one image and store to another}}
    imageStore(im, p, 0.25 * (tile[l.y][l.x - 1] + 2.0 * tile[l.y][l.x] + tile[l.y][l.x + 1]));
}

//--- colour.comp
// Every second element alone is stored to: the others are whose neighbours they are.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  uint i = gl_WorkGroupID.x * 62u + l;
  tile[l] = data[i]; // expected-note {{invocation 0 loads it here}}
  barrier();
  if (l > 0u && l < 63u && l % 2u == 0u)
    // expected-remark@+2 {{invocation 62 stores to byte 248 of 'data', which invocation 0 of the workgroup next to it in x loads}}
    // expected-note@+1 {{give each its own element}}
    data[i] = 0.5 * (tile[l - 1u] + tile[l + 1u]);
}

//--- apart.comp
// Each workgroup has its tile for itself.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  uint i = gl_WorkGroupID.x * 64u + l;
  tile[l] = data[i];
  barrier();
  if (l > 0u && l < 63u)
    data[i] = 0.5 * (tile[l - 1u] + tile[l + 1u]);
}
