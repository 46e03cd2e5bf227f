// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=strided-global-access %t/left.comp %t/near.comp

//--- left.comp
// Whoever comes touches a sector of its own.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) writeonly buffer Y { float y[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 16u; ++k) {
    // expected-remark@+4 {{load from 'x' touches 1 to 32 sectors per request where 1 to 4 would do: neighbouring lanes are 64 bytes apart}}
    // expected-note@+3 {{of this shader's memory traffic}}
    // expected-note@+2 {{let neighbouring invocations take neighbouring elements}}
    // expected-note@+1 {{data decides which lanes take part: each that does touches a sector of its own}}
    float v = x[i * 16u + k];
    if (v < 0.0)
      break;
    sum += v;
  }
  y[i] = sum;
}

//--- near.comp
// Neighbours share their sectors, if both come.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) writeonly buffer Y { float y[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (x[i] > 0.0)
    y[i] = x[i * 4u];
}
