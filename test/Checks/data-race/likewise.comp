// RUN: %wglint --verify --checks=data-race %s

// One index is behind the races of several arrays: one finding. So it is in a loop, where the
// stores of one turn meet: no barrier can stand between them. Another element is another matter.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint a[256], b[256], c[256];
void main() {
  uint l = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x, shared16 = l & 15u;
  for (uint turn = 0u; turn < 3u; turn++) {
    a[l] = data[g + turn];
    b[l] = data[g + turn + 1u];
    c[l] = data[g + turn + 2u];
    barrier();
    // expected-warning@+3 {{data race: invocation 16 stores to byte 0 of 'a', which invocation 0 stores to}}
    // expected-note@+2 {{let one invocation store it, give each an element of its own, or use an atomic}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    a[shared16] = a[shared16 + 1u] + a[l];
    // expected-note@+1 {{likewise: invocation 16 stores to 'b' here}}
    b[shared16] = b[shared16 + 1u] + b[l];
    // expected-warning@+3 {{data race: invocation 16 stores to byte 512 of 'c', which invocation 0 stores to}}
    // expected-note@+2 {{let one invocation store it, give each an element of its own, or use an atomic}}
    // expected-note@+1 {{invocation 0 stores to it here}}
    c[shared16 + 128u] = c[shared16 + 1u] + c[l];
    barrier();
    data[g + turn] = a[l] + b[l] + c[l];
    barrier();
  }
}
