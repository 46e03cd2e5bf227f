// Lists whose counter counts what had no room as well, and loops that go up to it.
// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/head.inc %t/collected.inc %t/all.inc > %t/all.comp
// RUN: cat %t/head.inc %t/turned-away.inc %t/copied.inc > %t/copied.comp
// RUN: cat %t/head.inc %t/collected.inc %t/suppressed.inc > %t/suppressed.comp
// RUN: cat %t/head.inc %t/collected.inc %t/capped.inc > %t/capped.comp
// RUN: cat %t/head.inc %t/collected.inc %t/both.inc > %t/both.comp
// RUN: cat %t/head.inc %t/collected.inc %t/corrected.inc > %t/corrected.comp
// RUN: cat %t/head.inc %t/once.inc %t/silent.inc > %t/once.comp
// RUN: cat %t/head.inc %t/longer.inc %t/silent.inc > %t/longer.comp
// RUN: cat %t/head.inc %t/trusting.inc %t/silent.inc > %t/trusting.comp
// RUN: %wglint --verify --remarks --checks=shared-access-past-array %t/all.comp %t/copied.comp %t/suppressed.comp \
// RUN:   %t/capped.comp %t/both.comp %t/corrected.comp %t/once.comp %t/longer.comp %t/trusting.comp

//--- head.inc
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Lights { uint total; vec4 lights[]; };
layout(std430, binding = 1) buffer Found { uint found[]; };
shared uint count, list[64];

//--- collected.inc
void collect() {
  for (uint i = gl_LocalInvocationIndex; i < total; i += 64u)
    if (lights[i].w > 0.0) {
      uint slot = atomicAdd(count, 1u);
      if (slot < 64u)
        list[slot] = i;
    }
}

//--- turned-away.inc
void collect() {
  uint slot = 0u;
  for (uint i = gl_LocalInvocationIndex; i < total; i += 64u)
    if (lights[i].w > 0.0) {
      slot = atomicAdd(count, 1u); // expected-note {{this counts on}}
      if (slot >= 60u) // expected-note {{nothing is stored from there on}}
        break;
      list[slot] = i;
    }
}

//--- once.inc
// No more than 64 can come.
void collect() {
  if (lights[gl_LocalInvocationIndex].w > 0.0) {
    uint slot = atomicAdd(count, 1u);
    if (slot < 64u)
      list[slot] = gl_LocalInvocationIndex;
  }
}

//--- longer.inc
// Of what the condition does not keep within the list, nothing is said.
void collect() {
  for (uint i = gl_LocalInvocationIndex; i < total; i += 64u) {
    uint slot = atomicAdd(count, 1u);
    if (slot < 100u)
      list[slot] = i;
  }
}

//--- trusting.inc
// The host sees to it that there are no more.
void collect() {
  for (uint i = gl_LocalInvocationIndex; i < total; i += 64u)
    list[atomicAdd(count, 1u)] = i;
}

//--- all.inc
void main() {
  if (gl_LocalInvocationIndex == 0u)
    count = 0u;
  barrier();
  // expected-note@10 {{this counts on}}
  // expected-note@11 {{nothing is stored from there on}}
  collect();
  barrier();
  for (uint k = gl_LocalInvocationIndex; k < count; k += 64u)
    // expected-warning@+3 {{the loop goes through 'list' up to 'count', which counts on past the 64 elements that are stored}}
    // expected-note@+2 {{assumed: the atomic on 'count' is executed more than 64 times}}
    // expected-note@+1 {{let it end at min(count, 64u)}}
    found[k] = list[k];
}

//--- copied.inc
void main() {
  if (gl_LocalInvocationIndex == 0u)
    count = 0u;
  barrier();
  collect();
  barrier();
  int most = int(count);
  for (int k = 0; k < most; ++k)
    // expected-warning@+3 {{the loop goes through 'list' up to 'count', which counts on past the 60 elements}}
    // expected-note@+2 {{assumed}}
    // expected-note@+1 {{min(count, 60u)}}
    found[k] = list[k];
}

//--- suppressed.inc
// expected-no-diagnostics
void main() {
  collect();
  barrier();
  for (uint k = 0u; k < count; ++k)
    found[k] = list[k]; // NOLINT(shared-access-past-array)
}

//--- capped.inc
// expected-no-diagnostics
void main() {
  collect();
  barrier();
  uint most = min(count, 64u);
  for (uint k = 0u; k < most; ++k)
    found[k] = list[k];
}

//--- both.inc
// expected-no-diagnostics
void main() {
  collect();
  barrier();
  for (uint k = 0u; k < count && k < 64u; ++k)
    found[k] = list[k];
}

//--- corrected.inc
// expected-no-diagnostics
void main() {
  collect();
  barrier();
  if (gl_LocalInvocationIndex == 0u)
    count = min(count, 64u);
  barrier();
  for (uint k = 0u; k < count; ++k)
    found[k] = list[k];
}

//--- silent.inc
// expected-no-diagnostics
void main() {
  collect();
  barrier();
  for (uint k = 0u; k < count; ++k)
    found[k] = list[k];
}
