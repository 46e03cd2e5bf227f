// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/example.comp
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/load-first.comp
// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %t/load-first-in-loop.comp

//--- load-first.comp
// The store comes after the load on every device: only the letter is missed.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  // expected-note@+1 {{loads it here}}
  float v = dst[g ^ 1u];
  barrier();
  // expected-remark@+2 {{stores to}}
  // expected-note@+1 {{put memoryBarrierBuffer() before the barrier()}}
  dst[g] = v * 2.0;
}

//--- load-first-in-loop.comp
// The next iteration loads what this one stores.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer Dst { float dst[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  for (int k = 0; k < 4; ++k) {
    // expected-note@+1 {{loads it here}}
    float v = dst[g ^ 1u];
    barrier();
    // expected-warning@+2 {{stores to}}
    // expected-note@+1 {{put memoryBarrierBuffer() before the barrier()}}
    dst[g] = v * 2.0;
    barrier();
  }
}

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
