// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper %t/example.comp
// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access --target=nvidia-hopper %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 4, local_size_y = 64) in;

layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };

void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  // expected-warning@+3 {{load from 'src' touches 8 sectors per request where 4 would do: the distance between neighbouring lanes is not the same for all of them}}
  // expected-note@+2 {{counted for NVIDIA Hopper (32 lanes)}}
  // expected-note@+1 {{in a workgroup at least 32 wide in x the lanes of a request share a row}}
  float v = src[p.y * 1024u + p.x];
  dst[(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationIndex] = v;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// Eight invocations side by side fill a sector.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
void main() {
  uvec2 p = gl_GlobalInvocationID.xy;
  dst[p.y * 1024u + p.x] = src[p.y * 1024u + p.x];
}
