// RUN: %wglint --verify --verify-ignore=note --remarks --checks=dynamic-private-index,constant-lookup-table %s

// Arrays in structures: what their index is decides, whatever the structure is copied by. A structure that only ever
// holds one constant holds tables.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
struct Bins { uint low[33]; uint high[33]; uint few[32]; };
struct Weights { float taps[8]; uint shift; };
Bins emptied(Bins old) {
  old.low[0] = 0u;
  return old;
}
void main() {
  uint i = gl_GlobalInvocationID.x;
  Bins bins;
  bins.high[2] = 1u;
  bins.few[keys[i] % 32u] = i;
  // expected-remark@+1 {{private array 'bins.low' of 132 bytes has an index that is only known at run time}}
  bins.low[keys[i] % 33u]++;
  Bins other = emptied(bins);
  const Weights weights = Weights(float[8](1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0), 3u);
  // expected-remark@+1 {{constant table of 32 bytes has an index that differs between lanes}}
  float w = weights.taps[keys[i] % 8u];
  result[i] = bins.low[i % 33u] + bins.high[2] + bins.few[i % 32u] + other.low[0] + other.high[2] + uint(w);
}
