// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=data-race,workgroup-race,missing-memory-barrier %t/whole.comp \
// RUN:   %t/image.comp %t/shift.comp %t/blocks.comp %t/power.comp
// RUN: %wglint --verify --remarks --checks=data-race,workgroup-race,missing-memory-barrier %t/half.comp \
// RUN:   %t/twice.comp %t/other.comp %t/no-bound.comp %t/rows.comp %t/butterfly.comp %t/apart.comp \
// RUN:   %t/levels.comp

//--- whole.comp
// Each invocation exchanges two elements, and so does the one at the other end.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(push_constant) uniform PC { uint n; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= n)
    return;
  float x = a[i];
  float y = a[n - 1u - i]; // expected-note {{invocation 63 loads it here}}
  // expected-warning@+3 {{invocation 0 stores to byte 0 of 'a', which invocation 63 loads}}
  // expected-note@+2 {{n = 64}}
  // expected-note@+1 {{store to a second buffer}}
  a[i] = y;
  a[n - 1u - i] = x; // expected-note {{likewise}}
}

//--- image.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba16f) uniform image2D im;
layout(push_constant) uniform PC { ivec2 size; };
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  if (p.x >= size.x || p.y >= size.y)
    return;
  vec4 v = imageLoad(im, ivec2(size.x - 1 - p.x, p.y)); // expected-note {{invocation (7, 0, 0) loads it here}}
  // expected-warning@+3 {{invocation (0, 0, 0) stores to a texel of 'im'}}
  // expected-note@+2 {{size.x = 8}}
  // expected-note@+1 {{store to a second image}}
  imageStore(im, p, v);
}

//--- half.comp
// The lower half alone exchanges.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(push_constant) uniform PC { uint n; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < n / 2u) {
    float x = a[i];
    a[i] = a[n - 1u - i];
    a[n - 1u - i] = x;
  }
}

//--- twice.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(push_constant) uniform PC { int n; };
void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (2 * i < n - 1) {
    float x = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = x;
  }
}

//--- other.comp
// The host may give half of n.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(push_constant) uniform PC { uint n, count; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < count && i < n) {
    float x = a[i];
    a[i] = a[n - 1u - i];
    a[n - 1u - i] = x;
  }
}

//--- no-bound.comp
// The host may start half as many invocations as there are elements.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(push_constant) uniform PC { uint n; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float x = a[i];
  a[i] = a[n - 1u - i];
  a[n - 1u - i] = x;
}

//--- rows.comp
// Of rows of two images one each is mirrored.
// expected-no-diagnostics
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba16f) uniform image2D im;
layout(push_constant) uniform PC { ivec2 size; };
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  if (p.x >= size.x / 2 || p.y >= size.y)
    return;
  ivec2 q = ivec2(size.x - 1 - p.x, p.y);
  vec4 v = imageLoad(im, q);
  imageStore(im, q, imageLoad(im, p));
  imageStore(im, p, v);
}

//--- shift.comp
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba16f) uniform image2D im;
layout(push_constant) uniform PC { int st; };
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  vec4 v = imageLoad(im, p + ivec2(0, st)); // expected-note {{invocation (0, 0, 0) loads it here}}
  // expected-warning@+3 {{invocation (0, 1, 0) stores to a texel of 'im'}}
  // expected-note@+2 {{st = 1}}
  // expected-note@+1 {{store to a second image}}
  imageStore(im, p, v);
}

//--- blocks.comp
// Blocks of 128 elements, half of which each workgroup has: the next one is far away.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(push_constant) uniform PC { uint st; };
void main() {
  uint i = gl_LocalInvocationID.x + gl_WorkGroupID.x * 128u;
  float x = a[i + st]; // expected-note {{invocation 0 loads it here}}
  // expected-warning@+3 {{invocation 1 stores to byte 4 + 512 * gl_WorkGroupID.x of 'a'}}
  // expected-note@+2 {{st = 1}}
  // expected-note@+1 {{memoryBarrierBuffer()}}
  a[i] = x;
}

//--- power.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(push_constant) uniform PC { uint level; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float x = a[i] + a[i + (1u << level)]; // expected-note {{invocation 0 loads it here}}
  // expected-warning@+3 {{invocation 1 stores to byte 4 + 256 * gl_WorkGroupID.x of 'a'}}
  // expected-note@+2 {{assumed: (1 << level) = 1}}
  // expected-note@+1 {{store to a second buffer}}
  a[i] = x;
}

//--- butterfly.comp
// Both ends are stored to: the host keeps others away from them.
// expected-no-diagnostics
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba16f) uniform image2D im;
layout(push_constant) uniform PC { int st; };
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy), q = p + ivec2(st, 0);
  vec4 v = imageLoad(im, p), w = imageLoad(im, q);
  imageStore(im, p, v + w);
  imageStore(im, q, v - w);
}

//--- apart.comp
// Shifted in both directions: no number is known to bring two together.
// expected-no-diagnostics
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba16f) uniform image2D im;
layout(push_constant) uniform PC { ivec2 corner; };
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  imageStore(im, p, imageLoad(im, p + corner));
}

//--- levels.comp
// The host starts with a level that leaves each invocation two elements.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(push_constant) uniform PC { uint level; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < level * 32u)
    a[i] += a[i + (1u << level)];
}
