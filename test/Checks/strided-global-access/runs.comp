// RUN: %wglint --verify --remarks --checks=strided-global-access %s

// Runs of 16 bytes for each invocation are cheap, those of 32 bytes are not.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Short { float four[]; };
layout(std430, binding = 1) readonly buffer Long { float eight[]; };
layout(std430, binding = 2) writeonly buffer Out { float result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 4u; k++)
    // expected-remark@+3 {{load from 'four' touches 16 sectors per request where 4 would do}}
    // expected-note@+2 {{of this shader's memory traffic}}
    // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
    sum += four[i * 4u + k];
  for (uint k = 0u; k < 8u; k++)
    // expected-warning@+3 {{load from 'eight' touches 32 sectors per request where 4 would do}}
    // expected-note@+2 {{of this shader's memory traffic}}
    // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
    sum += eight[i * 8u + k];
  result[i] = sum;
}
