// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag != 0u ? g >= n : g >= m' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag != 0u ? g >= n : m == 3u' %s
// RUN: %wglint --verify --remarks --checks=divergent-barrier -D'SKIP=flag != 0u ? false : g >= n' %s

// The same where ?: chooses: the module has no place for what it chooses.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { float dst[]; };
uniform uint n, m, flag;
shared float s[64];
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (SKIP)
    return;
  s[l] = src[g];
  // expected-error@+3 {{a bound keeps some invocations of the last workgroup away from this barrier}}
  // expected-note@+2 {{assumed: the bound}}
  // expected-note@+1 {{move the barrier out of the condition}}
  barrier();
  dst[g] = s[l ^ 1u];
}
