// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=unknown-access %t/example.comp %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=unknown-access --target=amd-rdna2 %t/undocumented.comp
// RUN: %wglint --verify --checks='unknown-acces*' %t/not-asked-for.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;

layout(std430, binding = 0) buffer Data { float data[]; };

void main() {
  float x = sqrt(float(gl_GlobalInvocationID.x));
  // expected-remark@+2 {{cost of the store to 'data' is not known: }}
  // expected-note@+1 {{a profiler counts what the source does not tell}}
  data[uint(x)] = x;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// Floats that are exact are known; an index from memory has a check of its own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  uint i = gl_LocalInvocationID.x;
  data[uint(float(i) * 0.5)] = 1u;
  data[data[i]] = 2u;
}

//--- not-asked-for.comp
// expected-no-diagnostics
// Remarks are printed on request.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[uint(sqrt(float(gl_GlobalInvocationID.x)))] = 1.0; }

//--- undocumented.comp
// expected-no-diagnostics
// What the device does not tell is no complaint about an access.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }
