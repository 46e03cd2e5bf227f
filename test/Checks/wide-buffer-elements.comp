// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements %t/example.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements %t/sixteen.comp %t/near-miss.comp %t/cleared.comp \
// RUN:   %t/atomic.comp %t/suppressed.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Classes { uint classes[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{store to 'classes' writes 32 bits for values from 0 to 255, which 8 bits hold}}
  // expected-note@+2 {{50 % of this shader's memory traffic}}
  // expected-note@+1 {{store 4 of them in each element, or declare the elements with 8 bits}}
  classes[i] = src[i] & 255u;
}
// [/example]

//--- sixteen.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Classes { uint classes[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+3 {{values from 0 to 999, which 16 bits hold}}
  // expected-note@+2 {{50 % of this shader's memory traffic}}
  // expected-note@+1 {{store 2 of them}}
  classes[i] = src[i] % 1000u;
}

//--- near-miss.comp
// expected-no-diagnostics
// 65536 takes 17 bits.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Classes { uint classes[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  classes[i] = src[i] % 65537u;
}

//--- cleared.comp
// expected-no-diagnostics
// What other shaders count here is not known.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) writeonly buffer Classes { uint classes[]; };
void main() { classes[gl_GlobalInvocationID.x] = 0u; }

//--- atomic.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Classes { uint classes[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  classes[i] = i & 1u;
  barrier();
  atomicAdd(classes[i + 64u], 1u);
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) writeonly buffer Classes { uint classes[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  classes[i] = i & 1u; // NOLINT(wide-buffer-elements): the host reads words
}
