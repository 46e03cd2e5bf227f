#version 450
// The first barrier orders nothing: no invocation touches what another stores.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer B { uint b[]; };
shared uint s[256];

void main() {
  uint i = gl_LocalInvocationIndex;
  uint n = gl_GlobalInvocationID.x;
  s[i] = b[n];
  /* π = 3.14 😀 */ barrier(); uint x = s[i]; // größer
  barrier();
  s[255u - i] = x;
  barrier();
  b[n] = s[i];
}
