// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=oversized-private-array %t/example.comp
// RUN: %wglint --verify --remarks --checks=oversized-private-array %t/boundary.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=oversized-private-array %t/copies.comp
// RUN: %wglint --verify --remarks --checks=oversized-private-array %t/specialization.comp
// RUN: %wglint --verify --remarks --checks=oversized-private-array --target=mali-valhall %t/mali.comp
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
  // A table of constants is no array of its own.
  data[i] = fits[3] + below[i % 127u] + at[i % 128u] + weights[i % 300u];
}

//--- specialization.comp
// Where the host sets the workgroup's size, it sets the length of an array too.
#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kLength = 256;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint bins[kLength];
  // expected-remark@+3 {{private array 'bins' takes 1024 bytes}}
  // expected-note@+2 {{assumed: specialization constants have their defaults}}
  // expected-note@+1 {{keep it out}}
  bins[i % kLength] = 1u;
  data[i] = bins[data[i] % kLength];
}

//--- mali.comp
// 64 registers of 4 bytes.
#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float a[65];
  for (uint k = 0u; k < 65u; k++)
    // expected-remark@+3 {{private array 'a' takes 260 bytes in every invocation, more than the 256 bytes of its registers, and its index is constant}}
    // expected-note@+2 {{counted for Arm Mali Valhall (16 lanes)}}
    // expected-note@+1 {{scratch memory}}
    a[k] = float(k);
  float b[64];
  for (uint k = 0u; k < 64u; k++)
    b[k] = float(k);
  data[i] = a[1] + b[2];
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

//--- copies.comp
// A function that changes an array gets a copy of it, which is the same array
// for its author. The index that differs is in the copy. One that the shader copies
// is another.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Values { uint values[]; };
void turn(inout uint list[256], uint by) {
  list[by] = list[255u - by];
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint own[256];
  // expected-warning@+1 {{private array 'own' takes 1024 bytes in every invocation}}
  own[0] = i;
  own[255] = i;
  // expected-warning@+1 {{private array 'other' takes 1024 bytes in every invocation}}
  uint other[256] = own;
  turn(own, values[i] & 255u);
  values[i] = own[0] + other[values[i] & 255u];
}
