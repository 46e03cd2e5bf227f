// RUN: %wglint --verify --remarks --checks=data-race,same-value-race %s

// Case 1 falls through into case 2, and neither ever meets case 4; case 1 meets what it
// falls into.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { float o[]; };
uniform uint stage;
shared float s[64];
shared float t[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  float v = 0.0;
  switch (stage) {
  case 1u:
    t[l] = 2.0;
  case 2u:
    s[l] = 1.0;
    // expected-warning@+4 {{loads byte 4 of 't', which invocation 1 stores to}}
    // expected-note@+3 {{a barrier() between the two}}
    // expected-note@+2 {{assumed: }}
    // expected-note@-6 {{invocation 1 stores to it here}}
    v = t[l ^ 1u];
    break;
  case 4u:
    v = s[l ^ 1u];
    break;
  }
  o[l] = v;
}
