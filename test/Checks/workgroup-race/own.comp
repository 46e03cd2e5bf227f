// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'LOAD=bodies[l]' %t/own.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'LOAD=bodies[gl_GlobalInvocationID.x]' %t/own.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/own.comp > %t/apart.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'LOAD=bodies[gl_WorkGroupID.x]' %t/apart.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'LOAD=bodies[n + l]' %t/apart.comp

//--- own.comp
// Each workgroup moves a body of its own, by all bodies or by those of its first
// invocations' numbers.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bodies { float bodies[]; };
uniform uint n;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  // expected-note-re@+1 {{invocation {{0|1}} loads it here}}
  s[l] = LOAD;
  barrier();
  if (l != 0u)
    return;
  float sum = 0.0;
  for (uint i = 0u; i < 64u; ++i)
    sum += s[i];
  // expected-warning-re@+2 {{data race between workgroups: invocation 0 stores to byte {{0|4}} of 'bodies', which invocation {{0|1}} of the workgroup next to it in x loads}}
  // expected-note@+1 {{no barrier orders workgroups: load from one buffer and store to another, or split the dispatch in two}}
  bodies[gl_WorkGroupID.x] = sum;
}

// Each workgroup moves a body of its own, by those that it does not skip; all of it has one cause.
