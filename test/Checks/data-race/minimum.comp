// RUN: %wglint --verify --remarks --checks=data-race,same-value-race -D'VALID=src[g] > 0.0' %s
// RUN: %wglint --verify --remarks --checks=data-race,same-value-race -D'VALID=isValid(float(g) * scale + src[g])' %s

// What the atomic returns is older than what it leaves. Data may keep invocations away,
// but who uses an atomic expects several.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) buffer Dst { uint dst[]; };
uniform float scale;
shared uint least;
bool isValid(float x) {
  if (x < 0.0)
    return false;
  if (x > 3.0)
    return false;
  return true;
}
void main() {
  uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
  if (l == 0u)
    least = 64u;
  barrier();
  if (VALID) {
    // expected-note@+4 {{invocation 63 atomically changes it here}}
    // expected-warning@+3 {{data race: invocation 0 stores to byte 0 of 'least', which invocation 63 atomically changes with no barrier in between}}
    // expected-note@+2 {{assumed: some data makes an invocation come here}}
    // expected-note@+1 {{the atomic has changed it already: do not store what it returns, which is older}}
    least = atomicMin(least, l);
  }
  barrier();
  dst[g] = least;
}
