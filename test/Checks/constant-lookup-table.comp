// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=constant-lookup-table,dynamic-private-index,oversized-private-array %t/example.comp
// RUN: %wglint --verify --remarks --checks=constant-lookup-table %t/uniform.comp %t/small.comp %t/rows.comp \
// RUN:   %t/copied.comp %t/copied-and-used.comp %t/suppressed.comp %t/near-miss.comp %t/near-miss-uniform.comp

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

//--- small.comp
// As few elements as cost much more than in shared memory, where lanes differ.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const uint codes[5] = uint[5](1, 2, 3, 4, 5);
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+2 {{constant table of 20 bytes has an index that differs between lanes}}
  // expected-note@+1 {{a copy in shared memory}}
  data[i] = codes[data[i] % 5u];
}

//--- rows.comp
// Two rows of three elements are six.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const uint codes[2][3] = uint[2][3](uint[3](1, 2, 3), uint[3](4, 5, 6));
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+2 {{constant table of 24 bytes has an index that differs between lanes}}
  // expected-note@+1 {{a copy in shared memory}}
  data[i] = codes[i & 1u][data[i] % 3u];
}

//--- copied.comp
// expected-no-diagnostics
// What the note asks for, each element converted on its way.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const int codes[64] = int[64](
    1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8,
    1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8);
shared uint copied[64];
void main() {
  uint i = gl_GlobalInvocationID.x;
  copied[gl_LocalInvocationIndex] = uint(codes[gl_LocalInvocationIndex]);
  barrier();
  data[i] = copied[data[i] % 64u];
}

//--- copied-and-used.comp
// Its value also goes elsewhere.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const uint codes[6] = uint[6](1, 2, 3, 4, 5, 6);
shared uint copied[6];
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex % 6u;
  // expected-remark@+2 {{constant table of 24 bytes has an index that differs between lanes}}
  // expected-note@+1 {{a copy in shared memory}}
  uint code = codes[l];
  if (gl_LocalInvocationIndex < 6u)
    copied[l] = code;
  barrier();
  data[i] = copied[data[i] % 6u] + code;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const uint codes[5] = uint[5](1, 2, 3, 4, 5);
void main() {
  uint i = gl_GlobalInvocationID.x;
  data[i] = codes[data[i] % 5u]; // NOLINT(constant-lookup-table): read once
}

//--- near-miss.comp
// expected-no-diagnostics
// Four elements.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const uint codes[4] = uint[4](1, 2, 3, 4);
void main() {
  uint i = gl_GlobalInvocationID.x;
  data[i] = codes[data[i] % 4u];
}

//--- near-miss-uniform.comp
// expected-no-diagnostics
// 128 bytes, at one index for all lanes.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
uniform uint which;
const uint codes[32] = uint[32](1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                                19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32);
void main() {
  data[gl_GlobalInvocationID.x] = codes[which];
}
