// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --verify-ignore=note --checks=divergent-barrier %t/whole.comp %t/parted.comp

// Bounds that are a multiple of the workgroup's size part no workgroup, in whichever
// words they are rounded.

//--- whole.comp
// expected-no-diagnostics
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float a[]; };
layout(std430, binding = 1) writeonly buffer Out { float b[]; };
layout(push_constant) uniform Sizes { uint n; int m; };
shared float s[64];
float sum = 0.0;
uint t = gl_LocalInvocationIndex;
void row(uint i) {
  s[t] = i < n ? a[i] : 0.0;
  barrier();
  sum += s[63u - t];
  barrier();
}
void main() {
  for (uint i = t; i < ((n + 63u) & ~63u); i += 64u) row(i);
  for (uint i = t; i < (n & ~255u); i += 64u) row(i);
  for (int i = int(t); i < ((m + 63) & -64); i += 64) row(uint(i));
  for (uint i = t; i < min((n + 63u) / 64u * 64u, 4096u); i += 64u) row(i);
  uint first = gl_WorkGroupID.x * 512u;
  uint last = min(first + 512u, (n + 127u) / 128u * 128u);
  for (uint i = first + t; i < last; i += 64u) row(i);
  if (gl_GlobalInvocationID.x >= ((n + 63u) & ~63u)) return;
  row(gl_GlobalInvocationID.x);
  b[gl_GlobalInvocationID.x] = sum;
}

//--- parted.comp
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float a[]; };
layout(std430, binding = 1) writeonly buffer Out { float b[]; };
layout(push_constant) uniform Sizes { uint n; int m; };
shared float s[64];
void main() {
  uint t = gl_LocalInvocationIndex;
  float sum = 0.0;
  for (uint i = t; i < ((n + 31u) & ~31u); i += 64u) {
    // expected-error@+1 {{a bound keeps some invocations of each workgroup away from this barrier}}
    barrier();
    sum += s[63u - t];
  }
  for (uint i = t; i < n - n % 96u; i += 64u) {
    // expected-error@+1 {{a bound keeps some invocations of each workgroup away from this barrier}}
    barrier();
    sum += s[63u - t];
  }
  for (uint i = t; i < min((n + 63u) / 64u * 64u, 1000u); i += 64u) {
    // expected-error@+1 {{a bound keeps some invocations of each workgroup away from this barrier}}
    barrier();
    sum += s[63u - t];
  }
  // What wraps around does so in the middle of a workgroup.
  if (gl_GlobalInvocationID.x - 1u < (n & ~63u) - 1u) {
    // expected-error@+1 {{a bound keeps some invocations of the last workgroup away from this barrier}}
    barrier();
    sum += s[63u - t];
  }
  for (uint i = t; i < (n & 0x3fu); i += 64u) {
    // expected-error@+1 {{invocation 0 reaches this barrier and invocation 63 does not}}
    barrier();
    sum += s[63u - t];
  }
  b[gl_GlobalInvocationID.x] = sum;
}
