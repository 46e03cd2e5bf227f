// RUN: %wglint --verify --verify-ignore=note --remarks --checks=uncoalesced-global-access %s

// Lanes take several components of each vector.
#version 450
layout(local_size_x = 16, local_size_y = 4) in;
layout(std430, binding = 0) buffer Points { vec4 points[]; };
uniform float time;
void main() {
  uint i = gl_GlobalInvocationID.x, j = gl_GlobalInvocationID.y;
  points[i * 1024u + (j >> 2u)][j & 3u] = time * float(i); // expected-warning {{store to 'points' touches 16 sectors per request where 4 would do}}
}
