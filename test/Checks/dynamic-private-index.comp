// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=dynamic-private-index,oversized-private-array %t/example.comp
// RUN: %wglint --verify --remarks --checks=dynamic-private-index %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint bins[33];
  for (uint k = 0u; k < 33u; k++)
    // expected-remark@+2 {{private array 'bins' of 132 bytes has an index that is only known at run time}}
    // expected-note@+1 {{registers have no index}}
    bins[k] = 0u;
  bins[data[i] % 33u]++;
  data[i] = bins[i % 33u];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// 128 bytes are free; an index that all lanes share is a constant once the loop
// is unrolled.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint small[32], large[64];
  for (uint k = 0u; k < 32u; k++) {
    small[k] = 0u;
    large[k] = 1u;
  }
  small[data[i] % 32u]++;
  data[i] = small[i % 32u] + large[3];
}
