// More long loops than a walk is tried again for: in the end all of them are
// summarised, and what stands behind them is looked at, for costs and for races.
// RUN: %wglint --verify --verify-ignore=note --remarks %s
// RUN: %wglint-opt --print=accesses %s | FileCheck %s
// CHECK: store global 'result' 4 bytes: exact
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Result { uint result[]; };
shared uint last;
shared uint never;

uint mix1(uint x) { for (uint i = 0u; i < 100000u; ++i) x = x * 5u + i; return x; }
uint mix2(uint x) { for (uint i = 0u; i < 100000u; ++i) x = x * 7u + i; return x; }
uint mix3(uint x) { for (uint i = 0u; i < 100000u; ++i) x = x * 11u + i; return x; }
uint mix4(uint x) { for (uint i = 0u; i < 100000u; ++i) x = x * 13u + i; return x; }
uint mix5(uint x) { for (uint i = 0u; i < 100000u; ++i) x = x * 17u + i; return x; }
uint mix6(uint x) { for (uint i = 0u; i < 100000u; ++i) x = x * 19u + i; return x; }

void main() {
  uint i = gl_LocalInvocationID.x;
  uint x = mix6(mix5(mix4(mix3(mix2(mix1(gl_GlobalInvocationID.x))))));
  barrier();
  // expected-warning@+1 {{data race: invocation 1 stores to byte 0 of 'last'}}
  last = x;
  barrier();
  // expected-warning@+1 {{invocation 0 loads byte 0 of 'never', which nothing has stored to}}
  result[gl_GlobalInvocationID.x] = last + never;
}
