// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=gathered-global-access %t/example.comp %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Indices { uint indices[]; };
layout(std430, binding = 1) readonly buffer Values { float values[]; };
layout(std430, binding = 2) writeonly buffer Dst { float dst[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-note@+1 {{the index is loaded here}}
  uint j = indices[i];
  // expected-remark@+2 {{lanes of the load from 'values' follow an index loaded from 'indices'}}
  // expected-note@+1 {{sort the indices}}
  dst[i] = values[j];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// A condition that depends on data leaves the addresses known; so does an index that
// all lanes share.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Indices { uint indices[]; };
layout(std430, binding = 1) buffer Values { float values[]; };
uniform uint first;
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (indices[i] != 0u)
    values[i] = 1.0;
  values[indices[first] + i] = 2.0;
}
