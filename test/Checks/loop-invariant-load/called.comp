// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=loop-invariant-load -D'BODY=scaleOne(k, i);' %t/called.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=loop-invariant-load -D'BODY=put(k * 65536u + i, scaleOf(i));' %t/called.comp
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=loop-invariant-load -D'BODY=data[k * 65536u + i] = scaleOf(i);' %t/called.comp

// The address follows the loop of the caller, or one within the function, and
// what is stored or counted is no buffer.
// RUN: %edit 's/expected-.*/expected-no-diagnostics/' %t/called.comp > %t/none.comp
// RUN: %wglint --verify --remarks --checks=loop-invariant-load -D'BODY=scaleOne(k, i + k);' %t/none.comp
// RUN: %wglint --verify --remarks --checks=loop-invariant-load -D'BODY=put(k * 65536u + i, sumOf(i));' %t/none.comp
// RUN: %wglint --verify --remarks --checks=loop-invariant-load -D'BODY=count(uint(scaleOf(i)));' %t/none.comp
// RUN: %wglint --verify --remarks --checks=loop-invariant-load -D'BODY=put(k * 65536u + i, scale); } { float scale = scaleOf(i); put(i, scale);' %t/none.comp

//--- called.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Scales { float scales[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
shared uint counted;
float scaleOf(uint i) {
  // expected-remark@+1 {{load from 'scales' finds the same bytes in every iteration, and a store that may reach them}}
  return scales[i];
}
float sumOf(uint i) {
  float sum = 0.0;
  for (uint k = 0u; k < 4u; ++k)
    sum += scales[i + k];
  return sum;
}
void put(uint at, float value) { data[at] = value; }
void count(uint n) { atomicAdd(counted, n); }
void scaleOne(uint k, uint i) { put(k * 65536u + i, data[k * 65536u + i] * scaleOf(i)); }
void main() {
  uint i = gl_GlobalInvocationID.x;
  float scale = 1.0;
  for (uint k = 0u; k < 8u; ++k) {
    BODY
  }
}
