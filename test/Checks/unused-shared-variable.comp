// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=unused-shared-variable %t/example.comp
// RUN: %wglint --verify --remarks --checks=unused-shared-variable %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=unused-shared-variable %t/small.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[64];
// expected-warning@+2 {{shared variable 'old' of 1024 bytes is never used}}
// expected-note@+1 {{remove it}}
shared float old[256];

void neverCalled() { old[0] = 1.0; }

void main() {
  tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x];
  barrier();
  data[gl_GlobalInvocationID.x] = tile[63u - gl_LocalInvocationID.x];
}
// [/example]

//--- small.comp
// Four bytes less than a device gives at once.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// expected-remark@+2 {{shared variable 'old' of 1020 bytes is never used}}
// expected-note@+1 {{remove it}}
shared float old[255];
void main() { data[gl_GlobalInvocationID.x] = 1.0; }

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float old[256];
void called() { old[0] = 1.0; }
void main() {
  called();
  data[gl_GlobalInvocationID.x] = 1.0;
}
