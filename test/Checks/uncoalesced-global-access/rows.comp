// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %s

// Elements that are larger than a vector have sectors of their own in any order: that is
// no order.
#version 450
layout(local_size_x = 16, local_size_y = 4) in;
layout(std430, binding = 0) buffer Matrices { mat4 matrices[]; };
uniform float time;
void main() {
  uint i = gl_GlobalInvocationID.x, j = gl_GlobalInvocationID.y;
  matrices[i * 1024u + j * 7u][0][0] = time * float(i); // expected-warning {{store to 'matrices' touches 32 sectors per request where 4 would do}}
}
