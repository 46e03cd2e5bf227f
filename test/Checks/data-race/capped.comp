// RUN: rm -rf %t && split-file %s %t
// RUN: %wglint --verify --checks=data-race --target-env=vulkan %t/capped.comp
// RUN: %edit -e 's/expected-no-diagnostics/expected-warning@+9 {{data race: invocation 0 stores to byte 256}}/' -e 's/min(n, 64u)/min(n, 65u)/' %t/capped.comp > %t/capped-late.comp
// RUN: %wglint --verify --verify-ignore=note --checks=data-race --target-env=vulkan %t/capped-late.comp

//--- capped.comp
// expected-no-diagnostics
// Lists of 64 at most, side by side, whatever the host says; one of 65 runs into the next.
#version 450
layout(local_size_x = 128) in;
layout(push_constant) uniform Counts { uint n, m; int signedCount; };
layout(std430, binding = 0) buffer Lists { uint lists[]; };
void main() {
  uint t = gl_LocalInvocationIndex;
  if (t < min(n, 64u)) lists[t] = t;
  if (t < clamp(m, 0u, 64u)) lists[64u + t] = t * 2u;
  if (int(t) < min(64, max(signedCount, 0))) lists[128u + t] = t * 3u;
  if (t < min(m, 128u)) lists[192u + t] = t * 4u;
}
