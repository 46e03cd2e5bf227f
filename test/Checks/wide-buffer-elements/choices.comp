// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'STORE=classes[i] = src[i] < 5u ? 2u : 1u;' %t/choices.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'STORE=uint v; if (src[i] < 5u) v = 2u; else v = 1u; classes[i] = v;' %t/choices.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'STORE=classes[i] = uint(values[i] < 0.5);' %t/choices.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'STORE=uint v = 0u; if (values[i] < 0.5) v |= 1u; if (src[i] > 7u) v |= 128u; classes[i] = v;' %t/choices.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'STORE=classes[i] = (src[i] & 200u) ^ (src[i + 1u] & 99u);' %t/choices.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'STORE=classes[i] = bitCount(src[i]);' %t/choices.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=wide-buffer-elements -D'STORE=classes[i] = bitfieldExtract(src[i], int(n), 8);' %t/choices.comp

// 17 bits.
// RUN: %edit 's/expected-.*/expected-no-diagnostics/' %t/choices.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements -D'STORE=classes[i] = src[i] < 5u ? 65536u : 1u;' %t/none.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements -D'STORE=uint v; if (src[i] < 5u) v = 65536u; else v = 1u; classes[i] = v;' %t/none.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements -D'STORE=classes[i] = src[i] < 5u ? src[i + 1u] : 1u;' %t/none.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements -D'STORE=uint v = 0u; if (values[i] < 0.5) v |= 65536u; classes[i] = v;' %t/none.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements -D'STORE=classes[i] = (src[i] & 3u) | src[i + 1u];' %t/none.comp
// RUN: %wglint --verify --remarks --checks=wide-buffer-elements -D'STORE=classes[i] = bitfieldExtract(src[i], int(n), 17);' %t/none.comp

//--- choices.comp
// One of two numbers, whether something holds, and bits of several.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { uint src[]; };
layout(std430, binding = 1) writeonly buffer Classes { uint classes[]; };
layout(std430, binding = 2) readonly buffer Values { float values[]; };
layout(push_constant) uniform Constants { uint n; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{which 8 bits hold}}
  STORE
}
