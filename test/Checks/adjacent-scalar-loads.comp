// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=adjacent-scalar-loads %t/example.comp
// RUN: %wglint --verify --remarks --checks=adjacent-scalar-loads %t/pair.comp %t/members.comp %t/near-miss.comp \
// RUN:   %t/fixed.comp %t/stencil.comp %t/suppressed.comp %t/components.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+6 {{4 loads from 'src' take 16 bytes that lie side by side in each invocation: one load of a vector would do}}
  // expected-note@+5 {{of this shader's memory traffic}}
  // expected-note@+4 {{declare the elements as vectors of 4, and load each as a whole (widen-loads)}}
  // expected-note@+3 {{load from 'src' takes the bytes behind it}}
  // expected-note@+2 {{load from 'src' takes the bytes behind it}}
  // expected-note@+1 {{load from 'src' takes the bytes behind it}}
  dst[i] = src[4u * i] + src[4u * i + 1u] + src[4u * i + 2u] + src[4u * i + 3u];
}
// [/example]

//--- components.comp
// expected-no-diagnostics
// They are vectors already.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Ranges { uvec2 ranges[]; };
layout(std430, binding = 1) writeonly buffer Dst { uint dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = ranges[i].y - ranges[i].x;
}

//--- pair.comp
// Two of three make a pair where the lanes are 8 bytes apart.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+4 {{2 loads from 'src' take 8 bytes}}
  // expected-note@+3 {{of this shader's memory traffic}}
  // expected-note@+2 {{widen-loads}}
  // expected-note@+2 {{takes the bytes behind it}}
  float a = src[2u * i];
  float b = src[2u * i + 1u];
  dst[i] = a * b;
}

//--- members.comp
#version 450
layout(local_size_x = 64) in;
struct Vertex { float x, y, z, w; };
layout(std430, binding = 0) readonly buffer Src { Vertex src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+4 {{4 loads from 'src.x' take 16 bytes}}
  // expected-note@+3 {{of this shader's memory traffic}}
  // expected-note@+2 {{load each as a whole}}
  // expected-note@+1 3 {{takes the bytes behind it}}
  dst[i] = src[i].x + src[i].y + src[i].z + src[i].w;
}

//--- near-miss.comp
// expected-no-diagnostics
// The runs begin at 4 bytes more than a multiple of their length.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[2u * i + 1u] + src[2u * i + 2u];
}

//--- fixed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { vec4 src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  vec4 v = src[i];
  dst[i] = v.x + v.y + v.z + v.w;
}

//--- stencil.comp
// expected-no-diagnostics
// The next lane's vector would begin within this one's.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[i] + src[i + 1u] + src[i + 2u] + src[i + 3u];
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // NOLINTNEXTLINE(adjacent-scalar-loads): two words of different meaning
  dst[i] = src[2u * i] + src[2u * i + 1u];
}
