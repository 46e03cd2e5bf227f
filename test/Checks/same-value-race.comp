// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=same-value-race,data-race %t/example.comp
// RUN: %wglint --verify --remarks --checks=same-value-race,data-race %t/settled.comp
// RUN: %wglint --verify --remarks --checks=same-value-race,data-race %t/buffer.comp
// RUN: %wglint --verify --remarks --checks=same-value-race,data-race %t/suppressed.comp
// RUN: %wglint --verify --remarks --checks=same-value-race,data-race %t/near-miss.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bins { uint bins[]; };
shared uint count;

void main() {
  // expected-warning@+3 {{invocation 0 and invocation 1 store the same value to byte 0 of 'count' with nothing to order them}}
  // expected-note@+2 {{let one invocation store it, or use an atomic}}
  // expected-note@+1 {{invocation 0 stores to it here}}
  count = 1u;
  bins[gl_GlobalInvocationID.x] = gl_LocalInvocationID.x;
}
// [/example]

// The barrier settles it.
//--- settled.comp
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

//--- buffer.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Flags { uint seen; uint values[]; };
void main() {
  if (gl_WorkGroupID.x == 0u)
    // expected-remark@+4 {{invocation 0 and invocation 1 store the same value to byte 0 of 'seen' with nothing to order them}}
    // expected-note@+3 {{assumed: gl_WorkGroupID.x == 0}}
    // expected-note@+2 {{let one invocation store it, or use an atomic}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    seen = 1u;
  values[gl_GlobalInvocationID.x] = 0u;
}

//--- suppressed.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bins { uint bins[]; };
shared uint count;
void main() {
  count = 0u; // NOLINT(same-value-race): all devices that we ship on do that
  barrier();
  bins[gl_GlobalInvocationID.x] = atomicAdd(count, 1u);
}

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
