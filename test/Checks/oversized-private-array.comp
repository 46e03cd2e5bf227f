// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=oversized-private-array %t/example.comp %t/boundary.comp
// RUN: %wglint --verify --remarks --checks=oversized-private-array --target=adreno %t/adreno.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;

layout(std430, binding = 0) buffer Data { uint data[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint bins[256];
  for (uint k = 0u; k < 256u; k++)
    // expected-warning@+3 {{private array 'bins' takes 1024 bytes in every invocation, more than the 1020 bytes of its registers, and its index is only known at run time}}
    // expected-note@+2 {{counted for NVIDIA Ampere (32 lanes)}}
    // expected-note@+1 {{a smaller array, shared memory or values computed again keep it out}}
    bins[k] = 0u;
  for (uint k = 0u; k < 16u; k++)
    bins[data[i * 16u + k] & 255u]++;
  data[i] = bins[i & 255u];
}
// [/example]

//--- boundary.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
const float weights[300] = float[300](
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5);
void main() {
  uint i = gl_GlobalInvocationID.x;
  // 255 registers: fits, and its index is the same for all lanes.
  float fits[255];
  for (uint k = 0u; k < 255u; k++)
    fits[k] = data[k];
  // 127 floats with an index that differs: below the measured limit.
  float below[127];
  for (uint k = 0u; k < 127u; k++)
    below[k] = float(k);
  // 128: at the limit.
  float at[128];
  for (uint k = 0u; k < 128u; k++)
    // expected-warning@+2 {{private array 'at' takes 512 bytes in every invocation, and its index is different from lane to lane}}
    // expected-note@+1 {{lies in scratch memory}}
    at[k] = float(k);
  // What a layout puts between vectors of three takes no registers.
  vec3 triples[85];
  for (uint k = 0u; k < 85u; k++)
    triples[k] = vec3(data[k]);
  vec3 more[86];
  for (uint k = 0u; k < 86u; k++)
    // expected-remark@+3 {{private array 'more' takes 1032 bytes in every invocation, more than the 1020 bytes of its registers, and its index is constant}}
    // expected-note@+2 {{counted for}}
    // expected-note@+1 {{lies in scratch memory}}
    more[k] = vec3(data[k]);
  // A table of constants is no array of its own.
  data[i] = fits[3] + below[i % 127u] + at[i % 128u] + weights[i % 300u] +
            triples[3].y + more[3].y;
}

//--- adreno.comp
// expected-no-diagnostics
// Its registers are not documented for the whole family.
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  float a[2000];
  for (uint k = 0u; k < 2000u; k++)
    a[k] = float(k);
  data[gl_GlobalInvocationID.x] = a[1];
}
