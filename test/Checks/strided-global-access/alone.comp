// RUN: %wglint --verify --remarks --checks=strided-global-access %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
uniform uint innermost;
void main() {
  // Nothing says that this one is not 1.
  // expected-remark@+3 {{store to 'a' touches 32 sectors per request where 4 would do: neighbouring lanes are 4 * innermost bytes apart}}
  // expected-note@+2 {{assumed: innermost >=}}
  // expected-note@+1 {{or pass a tile through shared memory}}
  a[gl_GlobalInvocationID.x * innermost] = 1.0;
}
