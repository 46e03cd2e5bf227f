// RUN: %wglint --verify --remarks --checks=strided-global-access %s

// What belongs together, in a loop or beside it. The same bytes asked for again are no use of others.
// All are remarks: loads and stores that together use whole sectors, and what is less
// than 30 % of the shader's traffic.
#version 450
layout(local_size_x = 64) in;
struct Pair { float x, y; };
struct Loop { float x, y; };
layout(std430, binding = 0) buffer Pairs { Pair pairs[]; };
layout(std430, binding = 1) buffer Loops { Loop loops[]; };
layout(std430, binding = 2) buffer Quads { float quads[]; };
layout(std430, binding = 3) buffer Steps { float steps[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+4 {{load from 'pairs}}
  // expected-note@+3 {{memory traffic}}
  // expected-note@+2 {{array of its own}}
  // expected-note@+1 {{likewise: store to 'pairs}}
  pairs[i].x = pairs[i].y;
  // expected-note@+1 {{likewise: load from 'loops}}
  float sum = loops[i].x;
  for (uint k = 0u; k < 16u; k++)
    // expected-remark@+3 {{load from 'loops}}
    // expected-note@+2 {{memory traffic}}
    // expected-note@+1 {{array of its own}}
    sum += loops[i + k * 64u].y;
  // expected-remark@+5 {{touches 16 sectors per request where 4 would do}}
  // expected-note@+4 {{memory traffic}}
  // expected-note@+3 {{array of its own}}
  // expected-note@+2 3 {{walks the same structures}}
  // expected-note@+1 {{together they use 128 of the 512 bytes}}
  sum += quads[i * 4u] * quads[i * 4u] + quads[i * 4u] * quads[i * 4u];
  // Distances that differ are two findings.
  uint l = gl_LocalInvocationID.x;
  // expected-remark@+6 {{neighbouring lanes are 32 bytes apart}}
  // expected-note@+5 {{memory traffic}}
  // expected-note@+4 {{array of its own}}
  // expected-remark@+3 {{neighbouring lanes are 64 bytes apart}}
  // expected-note@+2 {{memory traffic}}
  // expected-note@+1 {{array of its own}}
  sum += steps[l * 8u] + steps[l * 16u];
  if (sum == 12345.0)
    quads[0] = sum;
}
