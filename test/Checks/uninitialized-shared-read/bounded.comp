// RUN: %wglint --verify --remarks --checks=uninitialized-shared-read %s

// Which invocations come is the host's secret, but for the first.
#version 450
layout(local_size_x = 256) in;
layout(push_constant) uniform P { uint count; };
layout(std430, binding = 0) buffer A { float a[]; };
shared float s[512], t[512];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = a[l];
  t[l] = a[l + 1u];
  barrier();
  if (l < count / 2u)
    a[l] = s[2u * l + 1u];
  barrier();
  // expected-warning@+4 {{invocation 0 loads byte 1024 of 't', which nothing has stored to}}
  // expected-note@+3 {{assumed: no subgroup straddles the bound (count / 2)}}
  // expected-note@+2 {{store to it first}}
  if (l < count / 2u)
    a[l] = t[l + 256u];
}
