// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=loop-invariant-load %t/example.comp %t/unknown-trip.comp %t/barrier.comp
// RUN: %edit -e '/memoryBarrierBuffer/d' -e 's/expected-.*/expected-no-diagnostics/' %t/barrier.comp > %t/only-shared.comp
// RUN: %wglint --verify --remarks --checks=loop-invariant-load %t/only-shared.comp %t/near-miss.comp %t/no-store.comp \
// RUN:   %t/restrict.comp %t/fixed.comp %t/suppressed.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < 8u; ++k)
    // expected-remark@+4 {{load from 'scales' finds the same bytes in every iteration, and a store that may reach them in the loop keeps a compiler from loading them once}}
    // expected-note@+3 {{of this shader's memory traffic}}
    // expected-note@+2 {{load it into a variable before the loop, or declare the buffers restrict}}
    // expected-note@+1 {{the store is here}}
    data[i * 8u + k] *= scales[i];
}
// [/example]

//--- unknown-trip.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
uniform uint count;
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < count; ++k)
    // expected-remark@+3 {{load from 'scales' finds the same bytes}}
    // expected-note@+2 {{load it into a variable before the loop}}
    // expected-note@+1 {{the store is here}}
    data[i + k * 4096u] *= scales[i];
}

//--- barrier.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) writeonly buffer Data { float data[]; };
shared float tile[64];
void main() {
  uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;
  tile[l] = float(i);
  for (uint k = 0u; k < 4u; ++k) {
    // barrier() alone orders no buffers.
    // expected-note@+1 {{the barrier is here}}
    memoryBarrierBuffer();
    barrier();
    // expected-remark@+3 {{a barrier in the loop keeps a compiler}}
    // expected-note@+2 {{of this shader's memory traffic}}
    // expected-note@+1 {{load it into a variable before the loop (hoist-load)}}
    float next = tile[l ^ 1u] * scales[i];
    barrier();
    tile[l] = next;
  }
  data[i] = tile[l];
}

//--- near-miss.comp
// expected-no-diagnostics
// The address follows the loop.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < 8u; ++k)
    data[i * 8u + k] *= scales[i + k];
}

//--- no-store.comp
// expected-no-diagnostics
// Nothing keeps a compiler from doing it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 8u; ++k)
    sum += float(k) * scales[i];
  data[i] = sum;
}

//--- restrict.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly restrict buffer Scales { float scales[]; };
layout(std430, binding = 1) restrict buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < 8u; ++k)
    data[i * 8u + k] *= scales[i];
}

//--- fixed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float scale = scales[i];
  for (uint k = 0u; k < 8u; ++k)
    data[i * 8u + k] *= scale;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  for (uint k = 0u; k < 8u; ++k)
    data[i * 8u + k] *= scales[i]; // NOLINT(loop-invariant-load)
}
