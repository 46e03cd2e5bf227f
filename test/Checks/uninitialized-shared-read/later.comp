// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=uninitialized-shared-read %t/later.comp %t/rounds.comp

//--- later.comp
// What is set back after its use comes too late for those whom data lets count before.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) buffer Y { uint y[]; };
shared uint count;
void main() {
  if (x[gl_GlobalInvocationID.x] > 0.0)
    // expected-warning@+1 {{changes byte 0 of 'count', which nothing has stored to}}
    atomicAdd(count, 1u);
  barrier();
  if (gl_LocalInvocationIndex == 0u) {
    y[gl_WorkGroupID.x] = count;
    count = 0u;
  }
}

//--- rounds.comp
// In a loop it may be in time for the next round, and a condition may keep the first one away.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer X { float x[]; };
layout(std430, binding = 1) buffer Y { uint y[]; };
uniform uint rounds;
shared uint count;
void main() {
  bool isReady = false;
  for (uint r = 0u; r < rounds; ++r) {
    if (isReady && x[gl_GlobalInvocationID.x] > float(r))
      atomicAdd(count, 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
      if (isReady)
        y[gl_WorkGroupID.x] = count;
      count = 0u;
    }
    isReady = true;
    barrier();
  }
}
