// RUN: %wglint --verify --remarks --checks=strided-global-access --target=nvidia-hopper %s

// Three of four components of a vec4 are used: less than twice the ideal.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { vec4 a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float v = a[i].x + a[i].y + a[i].z;
  // expected-warning@+3 {{store to 'b' touches 32 sectors per request where 4 would do: neighbouring lanes are 32 bytes apart}}
  // expected-note@+2 {{counted for NVIDIA Hopper (32 lanes)}}
  // expected-note@+1 {{array of its own}}
  b[i * 8u] = v;
}
