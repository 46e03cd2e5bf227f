// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=unused-shared-variable %t/example.comp
// RUN: %wglint --verify --remarks --checks=unused-shared-variable %t/near-miss.comp %t/variant.comp %t/macro.comp \
// RUN:   %t/left-over.comp
// RUN: %wglint --quiet --remarks --checks=unused-shared-variable -DFALLBACK %t/variant.comp | count 0

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float tile[64];
// expected-remark@+2 {{shared variable 'old' of 1024 bytes is never used}}
// expected-note@+1 {{remove it}}
shared float old[256];

void neverCalled() { old[0] = 1.0; }

void main() {
  tile[gl_LocalInvocationID.x] = data[gl_GlobalInvocationID.x];
  barrier();
  data[gl_GlobalInvocationID.x] = tile[63u - gl_LocalInvocationID.x];
}
// [/example]

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

//--- variant.comp
// The other side of a condition uses it.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// expected-remark@+2 {{shared variable 'scratch' of 1024 bytes is never used}}
// expected-note@+1 {{remove it}}
shared float scratch[256];
void main() {
#ifdef FALLBACK
  // expected-note@+1 {{used here, in text that this compilation leaves out}}
  scratch[gl_LocalInvocationIndex] = data[gl_GlobalInvocationID.x];
#endif
  data[gl_GlobalInvocationID.x] = 1.0;
}

//--- macro.comp
// The body of a macro that this shader does not use.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
// expected-remark@+2 {{shared variable 'scratch' of 1024 bytes is never used}}
// expected-note@+1 {{remove it}}
shared float scratch[256];
// expected-note@+1 {{used here, in text that this compilation leaves out}}
#define KEEP(x) scratch[gl_LocalInvocationIndex] = (x)
void main() { data[gl_GlobalInvocationID.x] = 1.0; }

//--- left-over.comp
// What is left out declares another, names a member, or is a comment.
#version 450
layout(local_size_x = 64) in;
struct Pair { float old; };
layout(std430, binding = 0) buffer Data { Pair data[]; };
#if 0
shared float first[64], old[512];
#else
// expected-remark@+2 {{shared variable 'old' of 1024 bytes is never used}}
// expected-note@+1 {{remove it}}
shared float old[256];
#endif
void main() {
#if 0
  data[0].old = 2.0; // not old[0]
#endif
  data[gl_GlobalInvocationID.x].old = 1.0;
}
