// RUN: %wglint --verify --remarks --checks=uncoalesced-global-access %s

// The same index, in elements of 2 and of 4 bytes.
#version 450
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Narrow { float16_t narrow[]; };
layout(std430, binding = 1) readonly buffer Wide { float wide[]; };
layout(std430, binding = 2) writeonly buffer Out { float result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint scattered = i / 2u * 64u + i % 2u;
  // expected-remark@+3 {{load from 'narrow' touches 16 sectors per request where 2 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  float v = float(narrow[scattered]);
  // expected-warning@+3 {{load from 'wide' touches 16 sectors per request where 4 would do}}
  // expected-note@+2 {{of this shader's memory traffic}}
  // expected-note@+1 {{let neighbouring invocations take neighbouring elements}}
  result[i] = v + wide[scattered];
}
