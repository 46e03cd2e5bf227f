// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/example.comp
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  dst[g] = src[g];
  barrier();
  // expected-warning@+3 {{which invocation 1 stores to before a barrier() that does not order this memory}}
  // expected-note@+2 {{put memoryBarrierBuffer() before the barrier()}}
  // expected-note@-4 {{invocation 1 stores to it here}}
  float v = dst[g ^ 1u];
  barrier();
  memoryBarrierBuffer();
  dst[g] = v * 2.0;
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  dst[g] = src[g];
  memoryBarrierBuffer();
  barrier();
  float v = dst[g ^ 1u];
  memoryBarrierBuffer();
  barrier();
  dst[g] = v * 2.0;
}
