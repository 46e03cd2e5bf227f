// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=padded-shared-array %t/example.comp %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// expected-remark@+2 {{256 of the 1024 bytes of shared array 'positions' are padding behind its elements}}
// expected-note@+1 {{keep the components in arrays of their own}}
shared vec3 positions[64];

void main() {
  uint l = gl_LocalInvocationID.x;
  positions[l] = vec3(data[gl_GlobalInvocationID.x]);
  barrier();
  data[gl_GlobalInvocationID.x] = positions[63u - l].z;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared vec4 positions[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  positions[l] = vec4(data[gl_GlobalInvocationID.x]);
  barrier();
  data[gl_GlobalInvocationID.x] = positions[63u - l].z;
}
