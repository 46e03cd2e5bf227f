// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --remarks --checks=redundant-barrier %t/needed.comp %t/either.comp %t/before.comp %t/nothing.comp

// Barriers under conditions that all invocations share: where one holds, the barrier
// may be the only one that orders what stands around it.

//--- needed.comp
// expected-no-diagnostics
// A copy within one row: nobody may store before all have loaded.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Copy { int from, to, count; bool overlaps; };
void main() {
  int i = int(gl_LocalInvocationID.x);
  for (int x = 0; x < count; x += 256) {
    uint value = data[from + x + i];
    if (overlaps) barrier();
    data[to + x + i] = value;
    memoryBarrierBuffer();
    barrier();
  }
}

//--- either.comp
// expected-no-diagnostics
// One of the two is executed.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Way { bool isFirst; };
shared uint s[256];
void main() {
  uint i = gl_LocalInvocationID.x;
  s[i] = data[gl_GlobalInvocationID.x];
  if (isFirst) {
    data[0] = 1u;
    barrier();
  } else {
    barrier();
  }
  data[gl_GlobalInvocationID.x] = s[255u - i];
}

//--- before.comp
// expected-no-diagnostics
// What is stored in front of the branch is there on both of its sides.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Way { bool isFirst; };
shared uint s[64];
void main() {
  uint i = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[i] = data[g];
  if (isFirst) {
    s[i] = data[g + 1u];
    barrier();
  } else {
    barrier();
  }
  data[g] = s[data[g + 2u] & 63u];
}

//--- nothing.comp
// Each loads what it has stored itself.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Way { bool isFirst; };
shared uint s[256];
void main() {
  uint i = gl_LocalInvocationID.x;
  s[i] = data[gl_GlobalInvocationID.x];
  // expected-warning@+1 {{this barrier orders nothing}}
  if (isFirst) barrier();
  data[gl_GlobalInvocationID.x] = s[i];
}
