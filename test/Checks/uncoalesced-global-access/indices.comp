// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper %s

#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer B { float b[]; };
void main() {
  uint l = gl_LocalInvocationID.x;
  uint base = gl_WorkGroupID.x * 4096u;
  // Bits turned round: every lane in a sector of its own.
  // expected-warning@+3 {{load from 'a' touches 32 sectors per request where 4 would do}}
  // expected-note@+2 {{% of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  float v = a[base + (bitfieldReverse(l) >> 20)];
  // Columns of a 16-wide tile, less than a quarter of the traffic.
  // expected-remark@+3 {{load from 'b' touches 16 sectors per request where 4 would do}}
  // expected-note@+2 {{% of this shader's memory traffic}}
  // expected-note@+1 {{neighbouring elements}}
  v += b[base + (l % 16u) * 16u + l / 16u];
  // A permutation within the sectors of a request costs nothing.
  a[base + (l ^ 5u)] = v;
}
