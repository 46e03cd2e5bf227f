// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/case.comp %t/default.comp
// RUN: %wglint --verify --remarks --checks=divergent-barrier %t/uniform.comp %t/asked.comp \
// RUN:   %t/bits.comp

//--- case.comp
// A number of each invocation's and one of the host's choose the case.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer D { uint b[]; };
layout(push_constant) uniform PC { uint op; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = b[l];
  switch (l + op) {
  case 5u:
    // expected-error@+3 {{invocation 5 reaches this barrier and invocation 0 does not}}
    // expected-note@+2 {{assumed: op = 0}}
    // expected-note@+1 {{move the barrier}}
    barrier();
    b[l] = s[63u - l];
    break;
  default:
    break;
  }
}

//--- default.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer D { uint b[]; };
layout(push_constant) uniform PC { int op; };
shared uint s[64];
void main() {
  int l = int(gl_LocalInvocationID.x);
  s[l] = b[l];
  switch (l + op) {
  case 100:
    break;
  default:
    // expected-error@+3 {{invocation 0 reaches this barrier and invocation 63 does not}}
    // expected-note@+2 {{assumed: op = 37}}
    // expected-note@+1 {{move the barrier}}
    barrier();
    b[l] = s[63 - l];
    break;
  }
}

//--- uniform.comp
// The host's number alone.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer D { uint b[]; };
layout(push_constant) uniform PC { uint op; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = b[l];
  switch (op) {
  case 5u:
    barrier();
    b[l] = s[63u - l];
    break;
  default:
    break;
  }
}

//--- asked.comp
// No number that is let through brings anyone here.
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer D { uint b[]; };
layout(push_constant) uniform PC { uint op; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = b[l];
  if (op > 100u)
    switch (l + op) {
    case 5u:
      barrier();
      b[l] = s[63u - l];
      break;
    default:
      break;
    }
}

//--- bits.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer D { uint b[]; };
layout(push_constant) uniform PC { uint op; };
shared uint s[64];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = b[l];
  if ((op & 128u) != 0u)
    switch (l + op) {
    case 5u:
      barrier();
      b[l] = s[63u - l];
      break;
    default:
      break;
    }
}
