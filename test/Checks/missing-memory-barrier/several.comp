// RUN: %wglint --verify --remarks --checks=missing-memory-barrier %s

// One barrier in front of the atomic orders all that it tells of.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Least { float least[]; };
layout(std430, binding = 1) buffer Most { float most[]; };
layout(std430, binding = 2) buffer Count { uint done; float result; };
shared bool last;
void main() {
  uint l = gl_LocalInvocationIndex;
  if (l == 0u) {
    least[gl_WorkGroupID.x] = float(gl_WorkGroupID.x); // expected-note {{invocation 0 stores to it here}}
    most[gl_WorkGroupID.x] = float(gl_WorkGroupID.y);
    // expected-note@+1 {{this atomic tells of the store}}
    last = atomicAdd(done, 1u) == gl_NumWorkGroups.x - 1u;
  }
  barrier();
  if (last && l == 0u) {
    float span = 0.0;
    for (uint i = 0u; i < gl_NumWorkGroups.x; i++)
      // expected-warning@+3 {{invocation 0 loads byte 0 of 'least', which invocation 0 of another workgroup stores to}}
      // expected-note@+2 {{put memoryBarrierBuffer() between the store and the atomic}}
      // expected-note@+1 {{likewise: invocation 0 loads 'most' here}}
      span += most[i] - least[i];
    result = span;
  }
}
