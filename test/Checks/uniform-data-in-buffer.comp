// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=uniform-data-in-buffer %t/example.comp
// RUN: %wglint --verify --remarks --checks=uniform-data-in-buffer %t/loop.comp %t/near-miss.comp %t/large.comp \
// RUN:   %t/written.comp %t/unbounded.comp %t/fixed.comp %t/suppressed.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Params { float weights[9]; float scale; };
layout(std430, binding = 1) buffer Data { float data[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = 0.0;
  for (uint k = 0u; k < 9u; ++k)
    // expected-remark@+3 {{load from 'weights': all lanes have one address, nothing is stored there, and it is no more than 40 bytes}}
    // expected-note@+2 {{of this shader's memory traffic}}
    // expected-note@+1 {{declare the block as uniform (std140)}}
    sum += weights[k] * data[i + k];
  // expected-note@+1 {{load from 'scale' reads the same block}}
  data[i] = sum * scale;
}
// [/example]

//--- loop.comp
// The block has no length, but no more than 16 elements of it are read.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Lights { vec4 lights[]; };
layout(std430, binding = 1) buffer Data { vec4 data[]; };
void main() {
  vec4 sum = vec4(0.0);
  for (uint k = 0u; k < 16u; ++k)
    // expected-remark@+3 {{no more than 256 bytes}}
    // expected-note@+2 {{of this shader's memory traffic}}
    // expected-note@+1 {{declare the block as uniform}}
    sum += lights[k];
  data[gl_GlobalInvocationID.x] = sum;
}

//--- near-miss.comp
// expected-no-diagnostics
// The lanes read different elements.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Params { float weights[64]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.x] *= weights[gl_LocalInvocationIndex];
}

//--- large.comp
// expected-no-diagnostics
// 16388 bytes are more than a uniform block is sure to hold.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Params { float weights[4097]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= weights[0]; }

//--- written.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Params { float weights[4]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.x] *= weights[0];
  if (gl_GlobalInvocationID.x == 0u)
    weights[1] = 1.0;
}

//--- unbounded.comp
// expected-no-diagnostics
// Only the host knows how many there are.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Lights { float lights[]; };
layout(std430, binding = 1) buffer Data { float data[]; };
uniform uint count;
void main() {
  float sum = 0.0;
  for (uint k = 0u; k < count; ++k)
    sum += lights[k];
  data[gl_GlobalInvocationID.x] = sum;
}

//--- fixed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Params { vec4 weights[9]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() { data[gl_GlobalInvocationID.x] *= weights[0].x; }

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Params { float weights[4]; };
layout(std430, binding = 1) buffer Data { float data[]; };
void main() {
  data[gl_GlobalInvocationID.x] *= weights[0]; // NOLINT(uniform-data-in-buffer)
}
