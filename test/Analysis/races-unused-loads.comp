// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --fail-on=never --output-format=concise --checks=data-race %t/exchange.comp %t/member.comp %t/component.comp %t/loop.comp %t/ordered.comp | FileCheck %s --implicit-check-not=warning:

// What becomes of a load does not matter: two conflicting accesses without an
// order are a race in the memory model, whatever is made of what was read. A
// reduced example of a race ends in such a load as often as not.

// CHECK-DAG: exchange.comp:9:{{.*}} 'slots'
// CHECK-DAG: exchange.comp:11:{{.*}} 'pairs'
// CHECK-DAG: member.comp:11:{{.*}} 'pair.second'
// CHECK-DAG: component.comp:9:{{.*}} 'quad'
// CHECK-DAG: loop.comp:8:{{.*}} 'rows'

// A neighbour's element, in an array whose length the host may set.
//--- exchange.comp
#version 450
layout(local_size_x = 8) in;
layout(constant_id = 3) const uint LENGTH = 8u;
shared uint slots[LENGTH];
shared uint pairs[8][2];
void main() {
  uint i = gl_LocalInvocationIndex;
  slots[i] = 7u;
  uint other = slots[i ^ 1u];
  pairs[i][1] = 7u;
  other = pairs[(i + 1u) % 8u][1];
}

// A whole structure against one of its members.
//--- member.comp
#version 450
layout(local_size_x = 4) in;
struct Pair { uint first, second; };
shared Pair pair;
void main() {
  uint i = gl_LocalInvocationIndex;
  Pair nothing;
  if (i == 0u)
    pair = nothing;
  if (i == 2u)
    uint part = pair.second;
}

// A whole vector against one of its components.
//--- component.comp
#version 450
layout(local_size_x = 4) in;
shared uvec4 quad;
void main() {
  uint i = gl_LocalInvocationIndex;
  if (i == 0u)
    quad = uvec4(5u);
  if (i == 2u)
    uint part = quad.z;
}

// A sum that nobody reads.
//--- loop.comp
#version 450
layout(local_size_x = 4) in;
shared uvec4 rows[4];
void main() {
  rows[gl_LocalInvocationIndex] = uvec4(gl_LocalInvocationIndex);
  uvec4 sum = uvec4(0u);
  for (uint k = 0u; k < 4u; ++k)
    sum += rows[k];
}

// Near misses: a barrier between the two, and an element of one's own.
//--- ordered.comp
#version 450
layout(local_size_x = 8) in;
shared uint slots[8];
shared uint own[8];
void main() {
  uint i = gl_LocalInvocationIndex;
  slots[i] = 7u;
  own[i] = 7u;
  uint mine = own[i];
  barrier();
  uint other = slots[i ^ 1u];
}
