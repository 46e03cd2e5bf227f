// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=constant-lookup-table,dynamic-private-index,oversized-private-array %t/example.comp
// RUN: %wglint --verify --remarks --checks=constant-lookup-table %t/uniform.comp
// RUN: %wglint --verify --remarks --checks=constant-lookup-table %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const uint codes[33] = uint[33](1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                                19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33);

void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+2 {{constant table of 132 bytes has an index that differs between lanes}}
  // expected-note@+1 {{a copy in shared memory serves a different address to each lane (share-table)}}
  data[i] = codes[data[i] % 33u];
}
// [/example]

//--- uniform.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint which;
const uint codes[33] = uint[33](1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                                19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33);
void main() {
  // expected-remark@+2 {{has an index that is the same for all lanes of a subgroup}}
  // expected-note@+1 {{a uniform block serves one address}}
  data[gl_GlobalInvocationID.x] = codes[which];
}

//--- near-miss.comp
// expected-no-diagnostics
// 128 bytes.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const uint codes[32] = uint[32](1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                                19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32);
void main() {
  uint i = gl_GlobalInvocationID.x;
  data[i] = codes[data[i] % 32u];
}
