// RUN: %wglint --verify --verify-ignore=note --remarks --checks=data-race,same-value-race %s

// The last steps lie within the smallest subgroups; the step that does not is the
// finding. Alone they are a race like any other.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { float o[]; };
shared float s[64];
shared float t[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = o[l];
  t[l] = o[l + 64u];
  barrier();
  if (l < 32u) {
    // expected-warning@+1 {{invocation 16 stores to byte 64 of 's', which invocation 0 loads}}
    s[l] += s[l + 16u];
  }
  barrier();
  if (l < 4u) {
    // expected-remark@+1 {{invocation 2 stores to byte 8 of 's', which invocation 0 loads}}
    s[l] += s[l + 2u];
    // expected-warning@+1 {{invocation 2 stores to byte 8 of 't', which invocation 0 loads}}
    t[l] += t[l + 2u];
  }
  barrier();
  o[l] = s[0] + t[0];
}
