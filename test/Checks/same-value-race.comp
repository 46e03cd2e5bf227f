// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=same-value-race,data-race %t/example.comp
// RUN: %wglint --verify --remarks --checks=same-value-race,data-race %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bins { uint bins[]; };
shared uint count;

void main() {
  // expected-remark@+3 {{invocation 0 and invocation 1 store the same value to byte 0 of 'count' with nothing to order them}}
  // expected-note@+2 {{let one invocation store it, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  count = 0u;
  barrier();
  bins[gl_GlobalInvocationID.x] = atomicAdd(count, 1u);
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bins { uint bins[]; };
shared uint count;
void main() {
  if (gl_LocalInvocationIndex == 0u)
    count = 0u;
  barrier();
  bins[gl_GlobalInvocationID.x] = atomicAdd(count, 1u);
}
