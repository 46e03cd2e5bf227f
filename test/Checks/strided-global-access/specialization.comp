// RUN: %wglint --verify --remarks --checks=strided-global-access %s

#version 450
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint stride = 32;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
  // expected-warning@+3 {{store to 'a' touches 32 sectors per request where 4 would do: neighbouring lanes are 128 bytes apart}}
  // expected-note@+2 {{100 % of this shader's memory traffic; assumed: specialization constants have their defaults; counted for}}
  // expected-note@+1 {{array of its own}}
  a[gl_GlobalInvocationID.x * stride] = 1.0;
}
