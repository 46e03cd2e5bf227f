// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=too-few-workgroups --target=nvidia-hopper --dispatch=32 %t/example.comp
// RUN: %wglint --verify --remarks --checks=too-few-workgroups --target=nvidia-hopper --dispatch=33,4 %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=too-few-workgroups --target=nvidia-hopper --dispatch=32 %t/barrier.comp \
// RUN:   %t/suppressed.comp
// RUN: %wglint --verify --remarks --checks=too-few-workgroups --target=nvidia-hopper %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=too-few-workgroups --dispatch=32 %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=too-few-workgroups --target=nvidia-hopper --dispatch=1 %t/single.comp
// RUN: %wglint --verify --remarks --checks=too-few-workgroups --target=nvidia-hopper --dispatch=128 %t/fixed.comp

//--- example.comp
// [example]
#version 450
// expected-warning@+2 {{the dispatch has 32 workgroups: 100 of the 132 compute units of an NVIDIA H200 have nothing to do}}
// expected-note@+1 {{workgroups of 32 invocations would be 1024}}
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer Data { float data[]; };

void main() {
  data[gl_GlobalInvocationID.x] *= 2.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// 132 workgroups, or nothing known of the dispatch or the device.
#version 450
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x + 4096u * gl_GlobalInvocationID.y] *= 2.0; }

//--- barrier.comp
#version 450
// expected-remark@+2 {{32 workgroups: 100 of the 132 compute units}}
// expected-note@+1 {{give each invocation less to do}}
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[1024];
void main() {
  uint l = gl_LocalInvocationIndex;
  tile[l] = data[gl_GlobalInvocationID.x];
  barrier();
  data[gl_GlobalInvocationID.x] = tile[l ^ 1u];
}

//--- single.comp
// expected-no-diagnostics
// It never asks which workgroup it is in: there is one.
#version 450
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_LocalInvocationIndex] *= 2.0; }

//--- fixed.comp
#version 450
// 128 workgroups of 64 are a few less than there are compute units.
// expected-warning@+2 {{128 workgroups: 4 of the 132}}
// expected-note@+1 {{workgroups of 32 invocations would be 256}}
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }

//--- suppressed.comp
// expected-no-diagnostics
#version 450
// NOLINTNEXTLINE(too-few-workgroups): other dispatches run beside this one
layout(local_size_x = 1024) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= 2.0; }
