// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=constant-lookup-table %t/copied.comp %t/constant.comp
// Data is passed as well.
// RUN: %edit -e 's/expected-.*/expected-no-diagnostics/' -e 's/data.i. = pick/uint own[8] = codes; own[i \& 7u] = i; data[i] = pick(own, 3u) + pick/' %t/constant.comp > %t/own.comp
// RUN: %wglint --verify --remarks --checks=constant-lookup-table %t/own.comp

//--- copied.comp
// The table is passed to a function, which might change its copy.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const uint codes[8] = uint[8](1, 2, 3, 4, 5, 6, 7, 8);
uint pick(uint table[8], uint k) { return table[k]; }
void main() {
  uint i = gl_GlobalInvocationID.x;
  // expected-remark@+1 {{constant table 'table' of 32 bytes has an index that differs}}
  data[i] = pick(codes, data[i] & 7u);
}

//--- constant.comp
// The same, and the function passes it on.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
const uint codes[8] = uint[8](1, 2, 3, 4, 5, 6, 7, 8);
uint pickFrom(const uint table[8], uint k) {
  // expected-remark@+1 {{constant table of 32 bytes has an index that differs}}
  return table[k];
}
uint pick(const uint table[8], uint k) { return pickFrom(table, k); }
void main() {
  uint i = gl_GlobalInvocationID.x;
  data[i] = pick(codes, data[i] & 7u);
}
