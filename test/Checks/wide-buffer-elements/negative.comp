// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=clamp(src[i], -128, 127)' %t/negative.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=min(max(src[i], -100), 100)' %t/negative.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=src[i] < 0 ? -128 : 127' %t/negative.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=src[i] >> 24' %t/negative.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=src[i] % 256' %t/negative.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=bitfieldExtract(src[i], int(n), 8)' %t/negative.comp

// One more on either side takes 16 bits.
// RUN: %edit 's/8 bits/16 bits/' %t/negative.comp > %t/wider.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=clamp(src[i], -129, 127)' %t/wider.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=clamp(src[i], -128, 128)' %t/wider.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=src[i] >> 23' %t/wider.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=src[i] % 257' %t/wider.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'VALUE=bitfieldExtract(src[i], int(n), 9)' %t/wider.comp

// Only one side is bounded, and a bit is set in what may be negative.
// RUN: %edit 's/expected-.*/expected-no-diagnostics/' %t/negative.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements -D'VALUE=max(src[i], -128)' %t/none.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements -D'VALUE=src[i] >> n' %t/none.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements -D'VALUE=clamp(src[i], -100, 5) | 2' %t/none.comp

//--- negative.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { int src[]; };
layout(std430, binding = 1) writeonly buffer Classes { int classes[]; };
layout(push_constant) uniform Constants { uint n; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{which 8 bits hold}}
  classes[i] = VALUE;
}
