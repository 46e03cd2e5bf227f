// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=divergent-branch %t/example.comp
// RUN: %wglint --verify --remarks --checks=divergent-branch %t/near-miss.comp %t/cheap.comp %t/one-side.comp \
// RUN:   %t/some-sizes.comp %t/suppressed.comp
// RUN: %wglint --verify --remarks --checks=divergent-branch --target=nvidia-hopper %t/hopper.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };

float polynomial(float x) {
  float y = x * 0.5 + 1.0;
  y = y * x + 2.0;
  y = y * x + 3.0;
  y = y * x + 4.0;
  y = y * x + 5.0;
  y = y * x + 6.0;
  return y * x + 7.0;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{4 of 4 subgroups execute both sides of this branch, 17 and 18 operations: its condition differs between their lanes}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{let whole subgroups take one side}}
  if ((gl_LocalInvocationIndex & 1u) == 0u)
    data[i] = polynomial(data[i]) * 2.0;
  else
    data[i] = sin(polynomial(data[i])) * 3.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// Each half of 64 lanes is a whole number of subgroups.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
float polynomial(float x) {
  float y = x * 0.5 + 1.0;
  y = y * x + 2.0;
  y = y * x + 3.0;
  y = y * x + 4.0;
  y = y * x + 5.0;
  y = y * x + 6.0;
  return y * x + 7.0;
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (gl_LocalInvocationIndex < 64u)
    data[i] = polynomial(data[i]) * 2.0;
  else
    data[i] = sin(polynomial(data[i])) * 3.0;
}

//--- cheap.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if ((gl_LocalInvocationIndex & 1u) == 0u)
    data[i] = data[i] * 2.0;
  else
    data[i] = sin(data[i]) * 3.0;
}

//--- one-side.comp
// expected-no-diagnostics
// The other lanes only wait.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if ((gl_LocalInvocationIndex & 1u) == 0u) {
    float x = data[i];
    for (int k = 0; k < 100; ++k)
      x = sin(x) * cos(x) + sin(x + 1.0) * cos(x + 1.0) + exp(x) * log(x) + sqrt(x) * x * x;
    data[i] = x;
  }
}

//--- some-sizes.comp
// expected-no-diagnostics
// Subgroups of 16 and 32 lanes take one side as a whole.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
float polynomial(float x) {
  float y = x * 0.5 + 1.0;
  y = y * x + 2.0;
  y = y * x + 3.0;
  y = y * x + 4.0;
  y = y * x + 5.0;
  y = y * x + 6.0;
  return y * x + 7.0;
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  if ((gl_LocalInvocationIndex & 32u) == 0u)
    data[i] = polynomial(data[i]) * 2.0;
  else
    data[i] = sin(polynomial(data[i])) * 3.0;
}

//--- hopper.comp
// The first 16 lanes of a subgroup of 32.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
float polynomial(float x) {
  float y = x * 0.5 + 1.0;
  y = y * x + 2.0;
  y = y * x + 3.0;
  y = y * x + 4.0;
  y = y * x + 5.0;
  y = y * x + 6.0;
  return y * x + 7.0;
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{1 of 4 subgroups execute both sides}}
  // expected-note@+2 {{counted for NVIDIA Hopper}}
  // expected-note@+1 {{let whole subgroups}}
  if (gl_LocalInvocationIndex < 16u)
    data[i] = polynomial(data[i]) * 2.0;
  else
    data[i] = sin(polynomial(data[i])) * 3.0;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { float data[]; };
float polynomial(float x) {
  float y = x * 0.5 + 1.0;
  y = y * x + 2.0;
  y = y * x + 3.0;
  y = y * x + 4.0;
  y = y * x + 5.0;
  y = y * x + 6.0;
  return y * x + 7.0;
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  // NOLINTNEXTLINE(divergent-branch): both sides are short
  if ((gl_LocalInvocationIndex & 1u) == 0u)
    data[i] = polynomial(data[i]) * 2.0;
  else
    data[i] = sin(polynomial(data[i])) * 3.0;
}
