// What a request of 32 sectors takes is hidden behind 128 results for each of them.
// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=strided-global-access %t/much.comp %t/less.comp

//--- much.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float x = a[i];
  for (uint k = 0u; k < 2400u; k++)
    x = fma(x, x, 0.5);
  a[i * 32u] = x; // expected-remark {{store to 'a' touches 32 sectors per request where 4 would do}}
}

//--- less.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float x = a[i];
  for (uint k = 0u; k < 2200u; k++)
    x = fma(x, x, 0.5);
  a[i * 32u] = x; // expected-warning {{store to 'a' touches 32 sectors per request where 4 would do}}
}
