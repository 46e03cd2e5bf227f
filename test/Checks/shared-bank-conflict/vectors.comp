// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict -DROW=8u %t/tile.comp
// RUN: %edit -e '/expected-warning/d' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/tile.comp > %t/silent.comp
// RUN: %wglint --verify --remarks --checks=shared-bank-conflict -DROW=9u %t/silent.comp
// RUN: %wglint --verify --remarks --checks=shared-bank-conflict --target=intel-xe -DROW=8u %t/silent.comp

//--- tile.comp
// A device that does not tell how it splits 16 bytes has no say where it may do without a conflict, and
// nothing is known of it alone.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { vec4 data[]; };
shared vec4 tile[8u * ROW];
void main() {
  uint l = gl_LocalInvocationID.x, x = l & 7u, y = l >> 3;
  tile[y * ROW + x] = data[gl_GlobalInvocationID.x];
  barrier();
  // expected-warning@+1 {{8-way bank conflict: 32 wavefronts per request where 4 would do}}
  data[gl_GlobalInvocationID.x] = tile[x * ROW + y];
}
