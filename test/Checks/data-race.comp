// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %t/example.comp %t/near-miss.comp
// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %t/boundary.comp

//--- example.comp
// [example]
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];

void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  // expected-warning@+3 {{data race: invocation 0 loads byte 4 of 's', which invocation 1 stores to with no barrier in between}}
  // expected-note@+2 {{a barrier() between the two, which all invocations reach, orders them}}
  // expected-note@-3 {{invocation 1 stores to it here}}
  dst[g] = s[l ^ 1u];
}
// [/example]

//--- near-miss.comp
// expected-no-diagnostics
// Its own element, or another one behind a barrier.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  float own = s[l];
  barrier();
  dst[g] = own + s[l ^ 1u];
}

//--- boundary.comp
// The last byte of one element and the first one of the next do not meet; one further they do.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  s[l] = src[g];
  if (l < 32u)
    dst[g] = s[l] + s[63u];
    // expected-warning@-1 {{data race: invocation 0 loads byte 252 of 's', which invocation 63 stores to}}
    // expected-note@-2 {{a barrier()}}
    // expected-note@-5 {{invocation 63 stores}}
}
