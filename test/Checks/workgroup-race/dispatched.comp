// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race --dispatch=4,1,1 %t/quotient.comp %t/mirror.comp \
// RUN:   %t/bits.comp %t/far.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race --dispatch=4,1,1 %t/own.comp %t/within.comp \
// RUN:   %t/beyond.comp %t/same.comp %t/handed-over.comp

//--- quotient.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer S { float src[]; };
layout(std430, binding = 1) buffer D { float rowMax[]; };
void main() {
  uint w = gl_WorkGroupID.x;
  if (gl_LocalInvocationIndex == 0u)
    // expected-warning@+3 {{invocation 0 of workgroup (1, 0, 0) stores to byte 0 of 'rowMax', which invocation 0 of workgroup (0, 0, 0) stores to}}
    // expected-note@+2 {{no barrier orders workgroups}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    rowMax[w / 2u] = src[w];
}

//--- mirror.comp
// The first workgroup meets the last one, and before that is seen the two
// between them meet.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer T { float t[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  t[g] = 1.0 + float(g); // expected-note {{stores to it here}}
  // expected-warning@+2 {{invocation 63 of workgroup (1, 0, 0) loads byte 512 of 't', which invocation 0 of workgroup (2, 0, 0) stores to}}
  // expected-note@+1 {{no barrier orders workgroups}}
  b[g] = t[255u - g];
}

//--- bits.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer T { float t[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  t[g] = 1.0 + float(g); // expected-note {{stores to it here}}
  // expected-warning@+2 {{invocation 0 of workgroup (0, 0, 0) loads byte 256 of 't', which invocation 0 of workgroup (1, 0, 0) stores to}}
  // expected-note@+1 {{no barrier orders workgroups}}
  b[g] = t[g ^ 64u];
}

//--- far.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer T { float t[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  t[g] = 1.0 + float(g); // expected-note {{stores to it here}}
  // expected-warning@+2 {{of workgroup (0, 0, 0) loads byte 768 of 't', which invocation 0 of workgroup (3, 0, 0) stores to}}
  // expected-note@+1 {{no barrier orders workgroups}}
  b[g] = t[g + 192u];
}

//--- own.comp
// Each workgroup has an element of its own.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer S { float src[]; };
layout(std430, binding = 1) buffer D { float rowMax[]; };
void main() {
  uint w = gl_WorkGroupID.x;
  if (gl_LocalInvocationIndex == 0u)
    rowMax[(w * 2u) / 2u] = src[w];
}

//--- within.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer T { float t[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  t[g] = 1.0 + float(g);
  memoryBarrierBuffer();
  barrier();
  b[g] = t[g ^ 32u];
}

//--- beyond.comp
// There is no workgroup that far away.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer T { float t[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  t[g] = 1.0 + float(g);
  b[g] = t[g + 256u];
}

//--- same.comp
// What two workgroups store is one number of the host's.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 1) buffer D { float half_[]; };
layout(push_constant) uniform PC { float start; };
void main() {
  uint w = gl_WorkGroupID.x;
  if (gl_LocalInvocationIndex == 0u)
    half_[w / 2u] = start;
}

//--- handed-over.comp
// Workgroups may wait for each other.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer T { float t[]; };
layout(std430, binding = 1) writeonly buffer B { float b[]; };
layout(std430, binding = 2) buffer C { uint done; };
void main() {
  uint g = gl_GlobalInvocationID.x;
  t[g] = 1.0 + float(g);
  memoryBarrierBuffer();
  barrier();
  if (gl_LocalInvocationIndex == 0u) {
    atomicAdd(done, 1u);
    while (atomicAdd(done, 0u) < 4u)
      ;
  }
  barrier();
  b[g] = t[255u - g];
}
