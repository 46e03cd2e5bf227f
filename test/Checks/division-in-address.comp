// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=division-in-address %t/example.comp
// RUN: %wglint --verify --remarks --checks=division-in-address %t/near-miss.comp %t/value.comp %t/suppressed.comp
// RUN: %wglint --verify --remarks %t/off.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint width, pitch;

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+2 {{the address in 'src' takes the remainder of an integer division by what is no constant}}
  // expected-note@+1 {{let another dimension of the dispatch be the quotient}}
  uint x = i % width;
  // expected-remark@+2 {{the address in 'src' takes the quotient of an integer division}}
  // expected-note@+1 {{let another dimension of the dispatch be the quotient}}
  uint y = i / width;
  dst[i] = src[y * pitch + x];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// By a constant it is a multiplication.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint pitch;
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = src[i / 100u * pitch + i % 100u];
}

//--- value.comp
// expected-no-diagnostics
// The quotient is a value and no address.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { uint dst[]; };
uniform uint width;
void main() {
  uint i = gl_GlobalInvocationID.x;
  dst[i] = i / width;
}

//--- off.comp
// expected-no-diagnostics
// It does not show in time, so it is off by default.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint width;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (width == 64u)
    dst[i + i / (width + 1u) * 0u] = 0.0;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint width;
void main() {
  uint y = gl_GlobalInvocationID.x / width; // NOLINT(division-in-address)
  dst[y] = 0.0;
}
