// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=shared-bank-conflict %t/example.comp %t/near-miss.comp %t/boundary.comp \
// RUN:   %t/one-remedy.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=shared-bank-conflict %t/few.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 32, local_size_y = 32) in;

layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
shared float tile[32][32];

void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  uvec2 g = gl_WorkGroupID.xy * 32u;
  tile[l.y][l.x] = src[(g.y + l.y) * 1024u + g.x + l.x];
  barrier();
  // expected-warning@+3 {{load from 'tile' is a 32-way bank conflict: 32 wavefronts per request where 1 would do, 992 extra in each workgroup}}
  // expected-note@+2 {{78 % of this shader's memory traffic; counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{pad the array (pad-shared-array) or permute its index}}
  dst[(g.x + l.y) * 1024u + g.y + l.x] = tile[l.x][l.y];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// One element of padding; an odd distance; one word for all lanes.
#version 450
layout(local_size_x = 32, local_size_y = 32) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float tile[32][33];
shared float line[1024];
void main() {
  uvec2 l = gl_LocalInvocationID.xy;
  tile[l.y][l.x] = 1.0;
  line[gl_LocalInvocationIndex] = 2.0;
  barrier();
  dst[gl_LocalInvocationIndex] =
      tile[l.x][l.y] + line[(l.x * 5u) & 1023u] + line[l.y];
}

//--- boundary.comp
// A distance of two words is a 2-way conflict, of four a 4-way one; the former is a
// remark where there are few of them.
#version 450
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[2048], t[2048];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = 1.0;
  s[l + 1024u] = 1.0;
  t[l] = 1.0;
  t[l + 1024u] = 1.0;
  barrier();
  // expected-remark@+3 {{load from 't' is a 2-way bank conflict: 2 wavefronts per request where 1 would do, 32 extra in each workgroup}}
  // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
  // expected-note@+1 {{place its elements in another order}}
  float v = t[l * 2u];
  // expected-warning@+3 {{load from 's' is a 4-way bank conflict: 4 wavefronts per request where 1 would do, 96 extra in each workgroup}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{pad the array}}
  dst[l] = v + s[(l * 4u) & 127u];
}

//--- one-remedy.comp
// An element that is left out behind each 32 mends both distances.
#version 450
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[2048];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = 1.0;
  s[l + 1024u] = 1.0;
  barrier();
  float v = s[l * 2u]; // expected-note {{likewise: load from 's' here}}
  // expected-warning@+3 {{load from 's' is a 4-way bank conflict}}
  // expected-note@+2 {{counted for}}
  // expected-note@+1 {{pad the array}}
  dst[l] = v + s[(l * 4u) & 127u];
}

//--- few.comp
// What a workgroup waits longer is less than its start takes.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Dst { float dst[]; };
shared float s[64][32];
void main() {
  uint l = gl_LocalInvocationID.x;
  for (uint k = 0u; k < 32u; k++)
    s[k][l & 31u] = float(k);
  barrier();
  // expected-remark@+1 {{load from 's' is a 32-way bank conflict: 32 wavefronts per request where 1 would do, 31 extra in each workgroup}}
  dst[l] = l < 32u ? s[l][0] : 0.0;
}
