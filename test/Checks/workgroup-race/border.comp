// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race %t/border.comp %t/row.comp %t/two.comp

//--- border.comp
// A tile and its border in shared memory: what lies in front of the first workgroup is no other's,
// so that there are several.
#version 450
layout(local_size_x = 32) in;
layout(rgba8, binding = 0) uniform image2D im;
shared vec4 tile[40];
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  int l = int(gl_LocalInvocationID.x);
  tile[l + 4] = imageLoad(im, p);
  if (l < 4)
    tile[l] = imageLoad(im, p - ivec2(4, 0)); // expected-note {{invocation 0 loads it here}}
  else if (l >= 28)
    tile[l + 8] = imageLoad(im, p + ivec2(4, 0));
  barrier();
  // expected-warning@+2 {{data race between workgroups: invocation 28 stores to a texel of 'im', which invocation 0 of the workgroup next to it in x loads}}
  // expected-note@+1 {{load from one image and store to another}}
  imageStore(im, p, 0.5 * (tile[l] + tile[l + 8]));
}

//--- row.comp
// The workgroup may be a whole row.
#version 450
layout(local_size_x = 256) in;
layout(rgba8, binding = 0) uniform image2D im;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  vec4 v = imageLoad(im, p + ivec2(1, 0)); // expected-note {{invocation 255 loads it here}}
  memoryBarrierImage();
  barrier();
  // expected-remark@+2 {{invocation 0 stores to a texel of 'im', which invocation 255 of the workgroup next to it in x loads}}
  // expected-note@+1 {{give each its own element}}
  imageStore(im, p, v);
}

//--- two.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 32) in;
layout(rgba8, binding = 0) readonly uniform image2D from;
layout(rgba8, binding = 1) writeonly uniform image2D to;
shared vec4 tile[36];
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  int l = int(gl_LocalInvocationID.x);
  tile[l + 4] = imageLoad(from, p);
  if (l < 4)
    tile[l] = imageLoad(from, p - ivec2(4, 0));
  barrier();
  imageStore(to, p, tile[l]);
}
