// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %t/example.comp %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[65];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  barrier();
  // expected-warning@+2 {{invocation 63 loads byte 256 of 's', which nothing has stored to: its value is undefined in OpenGL 4.3}}
  // expected-note@+1 {{store to it first}}
  dst[g] = s[l + 1u] - s[l];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[65];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  if (l == 0u)
    s[64] = src[g + 64u];
  barrier();
  dst[g] = s[l + 1u] - s[l];
}

// What the loop stores reaches as far as `count` says.
