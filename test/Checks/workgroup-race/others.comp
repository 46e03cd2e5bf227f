// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=i == g' %t/others.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=!(i < g || i > g)' %t/others.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=i >= g' %t/others.comp
// RUN: %edit -e 's/^ *\/\/ expected.*//' -e 's/^#version/\/\/ expected-no-diagnostics\n#version/' %t/others.comp > %t/nobody.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=i != g' %t/nobody.comp
// RUN: %wglint --verify --remarks --checks=workgroup-race,data-race -D'SKIP=i < g || i > g' %t/nobody.comp

//--- others.comp
#version 450
layout(local_size_x = 1) in;
struct Body { float at, speed; };
layout(std430, binding = 0) buffer Bodies { Body bodies[]; };
uniform uint n;
void main() {
  uint g = gl_GlobalInvocationID.x;
  float at = 0.0, speed = 0.0;
  for (uint i = 0u; i < n; ++i) {
    if (SKIP)
      continue;
    // expected-note@+1 {{invocation 0 loads it here}}
    at += bodies[i].at;
    speed -= bodies[i].speed;
  }
  // expected-warning@+2 {{data race between workgroups: invocation 0 stores to byte 0 of 'bodies.at', which invocation 0 of the workgroup next to it in x loads}}
  // expected-note@+1 {{no barrier orders workgroups: load from one buffer and store to another, or split the dispatch in two}}
  bodies[g].at = at;
  // expected-note@+1 {{likewise: invocation 0 stores to 'bodies.speed' here}}
  bodies[g].speed = speed;
}

// Each workgroup waits for the word of the one before it, which the load itself asks for.
